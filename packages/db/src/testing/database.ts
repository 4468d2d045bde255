import { createHash } from 'node:crypto';
import pg from 'pg';
import { monotonicFactory } from 'ulid';
import { type Db, type OpenDbOptions, openDb } from '../db.ts';
import { migrateUp } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { testDatabaseUrl } from './env.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  /** Closes `db` and drops the database, whoever else is still connected. */
  drop(): Promise<void>;
}

const ulid = monotonicFactory();
/** Any constant number that nothing else locks in the maintenance database. */
const TEMPLATE_LOCK = 4_213_372;

/**
 * A migrated, empty database of its own, cloned from a template that is made once per schema. The template's name
 * carries a hash of the migrations, so a changed migration makes a new one by itself.
 */
export async function createTestDatabase(options: Omit<OpenDbOptions, 'url'> = {}): Promise<TestDatabase> {
  const name = `dungji_test_${ulid().toLowerCase()}`;
  await onMaintenanceDatabase(async (client) => {
    const template = await ensureTemplate(client);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = urlOf(name);
  const db = await openDb({ url, applicationName: name, ...options });
  return {
    url,
    db,
    async drop() {
      await db.close();
      await onMaintenanceDatabase((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** One process makes the template, the others wait; it is renamed only when complete, so a crash leaves no half of it. */
async function ensureTemplate(client: pg.Client): Promise<string> {
  const template = `dungji_template_${schemaHash()}`;
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(client, template);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return template;
}

async function makeTemplate(client: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft}`);
  await migrateUp(urlOf(draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

/** Of the code that would run, not of the files on disk, which may have changed since this process loaded them. */
function schemaHash(): string {
  const hash = createHash('sha256');
  for (const migration of MIGRATIONS) hash.update(migration.prototype.up.toString());
  return hash.digest('hex').slice(0, 16);
}

async function onMaintenanceDatabase<T>(fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(testDatabaseUrl());
  url.pathname = `/${name}`;
  return url.href;
}
