import { Pool, type PoolClient } from 'pg';

/** Sign-ins are rare and sessions are remembered for seconds, so few connections carry many users. */
const POOL_MAX = 6;
/** An api that waits longer for the database than a person would is as good as down. */
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 3_000;

/**
 * The connections of the session library. One that breaks, as when the database restarts, is told and never ends the process;
 * the next query opens a new one.
 */
export function openAuthPool(databaseUrl: string, onBroken: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'dungji-api-auth',
  });
  // The pool listens to idle ones only: between two statements of its user nobody would, and an unheard error is fatal.
  pool.on('connect', (client: PoolClient) => client.on('error', onBroken));
  // Of an idle one, told already.
  pool.on('error', () => {});
  return pool;
}
