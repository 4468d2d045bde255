import { createTestDatabase, type TestDatabase } from '@dungji/db/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAuthPool } from './pool.ts';

let database: TestDatabase;
let pool: Pool;
const broken: Error[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openAuthPool(database.url, (error) => broken.push(error));
});
afterEach(async () => {
  await pool?.end();
  await database?.drop();
});

it('a connection that breaks between two statements of its user is told, ends nothing, and is replaced', async () => {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await database.db.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  expect(broken.length).toBeGreaterThan(0);
  client.release();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
