import pg from 'pg';
import { ClearError } from '../clear-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const NO_SUCH_DATABASE = '3D000';
const EXISTS_ALREADY = '42P04';

/**
 * Makes the database of the URL if the server does not have it. Returns whether it was made.
 *
 * @throws ClearError when the server cannot be reached or refuses us
 */
export async function createMissingDatabase(url: string): Promise<boolean> {
  try {
    await once(url, 'select 1');
    return false;
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw unreachable(url, error);
  }
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  try {
    await once(maintenance.href, `create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if (codeOf(error) !== EXISTS_ALREADY) throw unreachable(url, error);
  }
  return true;
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Without the password, which the URL may carry. */
function unreachable(url: string, error: unknown): ClearError {
  const { host, pathname } = new URL(url);
  const reason = error instanceof Error && error.message ? error.message : codeOf(error);
  return new ClearError(`The database at ${host}${pathname} (DATABASE_URL) cannot be used: ${reason}.`);
}
