import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDb } from './db.ts';
import { ENTITIES } from './entities/index.ts';
import { migrateDown, migrateUp } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { dumpSchema } from './schema-dump.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

describe('the schema', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  it('made by the migrations is the committed one (write it anew with `pnpm --filter @dungji/db schema`)', async () => {
    const committed = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
    expect(await dumpSchema(test.db)).toBe(committed);
  });

  it('is what the entities say', async () => {
    const log = await test.db.dataSource.driver.createSchemaBuilder().log();
    expect(log.upQueries.map((query) => query.query)).toEqual([]);
  });

  it('drifting from the entities is noticed, in columns, checks and indexes', async () => {
    await test.db.query('ALTER TABLE nest DROP COLUMN house_price_krw');
    await test.db.query('ALTER TABLE task DROP CONSTRAINT settled_at_iff_final');
    await test.db.query('DROP INDEX one_active_issuance');
    const log = await test.db.dataSource.driver.createSchemaBuilder().log();
    const queries = log.upQueries.map((query) => query.query).join('\n');
    expect(queries).toContain('house_price_krw');
    expect(queries).toContain('settled_at_iff_final');
    expect(queries).toContain('one_active_issuance');
  });

  it('has an entity for each table', async () => {
    const { rows } = await test.db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migration'`,
    );
    const tables = rows.map((row) => row.name).sort();
    expect(tables).toEqual(ENTITIES.map((entity) => entity.options.name).sort());
  });

  it('can be taken back, migration by migration, and made again', async () => {
    const before = await dumpSchema(test.db);
    for (let left = MIGRATIONS.length; left > 0; left -= 1) await migrateDown(test.url, 1);
    expect(await dumpSchema(test.db)).toBe('\n');
    expect(await migrateUp(test.url)).toHaveLength(MIGRATIONS.length);
    expect(await dumpSchema(test.db)).toBe(before);
  });

  it('is migrated once when several processes start together', async () => {
    await migrateDown(test.url, MIGRATIONS.length);
    const applied = await Promise.all([migrateUp(test.url), migrateUp(test.url), migrateUp(test.url)]);
    expect(applied.map((names) => names.length).sort()).toEqual([0, 0, MIGRATIONS.length]);
  });

  it('opens for a process that finds it up to date', async () => {
    const db = await openDb({ url: test.url });
    expect(await migrateUp(test.url)).toEqual([]);
    await db.close();
  });
});
