import { createHash } from 'node:crypto';
import type { ChangeEvent } from '@dungji/contracts';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { DatabaseUnavailableError, isDatabaseDown } from './unavailable.ts';

export interface QueryAnswer<Row> {
  readonly rows: Row[];
  /** Rows returned or touched by the outermost command. */
  readonly count: number;
}

/** What a verb runs on: the pool (each statement commits by itself) or a transaction. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<QueryAnswer<Row>>;
  /** Events just written. Published once they are committed: at once for the pool, after COMMIT for a transaction. */
  emit(events: readonly ChangeEvent[]): void;
}

/**
 * The one way to run SQL: on the driver's connection that TypeORM keeps. TypeORM's own `manager.query()` changes its
 * return shape with the outermost command of the statement (rows, or [rows, count]); the driver's answer does not.
 * And only the driver can prepare: planning a verb takes ten times as long as running it (accept: 9 ms, prepared 0.6).
 *
 * @throws DatabaseUnavailableError when Postgres is away or overwhelmed
 * @throws pg.DatabaseError when the statement itself is refused
 */
export async function runQuery<Row>(
  runner: QueryRunner,
  text: string,
  params: readonly unknown[] = [],
): Promise<QueryAnswer<Row>> {
  const client = await connect(runner);
  try {
    const prepared = params.length > 0 ? { name: nameOf(text) } : {};
    const answer = await client.query({ ...prepared, text, values: [...params] });
    return { rows: answer.rows as Row[], count: answer.rowCount ?? 0 };
  } catch (error) {
    hideData(error);
    if (!isUnavailable(error)) throw error;
    // A time-out of the driver leaves its statement running: whoever got this connection next would wait behind it.
    if (!(error instanceof pg.DatabaseError)) await discard(client);
    throw new DatabaseUnavailableError(error);
  }
}

const names = new Map<string, string>();

/** A name that says the same text on every connection. The texts are this package's own, so there are few: constants, and
 * those of a search by the filters it was given. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

/** What the driver itself throws at a statement is a broken socket or a time-out, unless it is a bug of the caller. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return isDatabaseDown(error);
  return !(error instanceof TypeError || error instanceof RangeError);
}

/** What carries values of rows in an error of the driver. */
const DATA_PROPERTIES = ['detail', 'where'] as const;

/** Errors are logged with their enumerable properties; names and addresses in a row must not be among them. */
function hideData(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) return;
  for (const property of DATA_PROPERTIES) {
    if (Object.hasOwn(error, property)) Object.defineProperty(error, property, { enumerable: false });
  }
}

/** A connection that cannot be had is always the database's fault, whatever the driver calls it. */
async function connect(runner: QueryRunner): Promise<pg.Client> {
  try {
    return (await runner.connect()) as pg.Client;
  } catch (error) {
    throw new DatabaseUnavailableError(error);
  }
}

/** Breaks the connection off; the pool drops it at its release. */
async function discard(client: pg.Client): Promise<void> {
  // Its own failure adds nothing: the connection is given up either way.
  await client.end().catch(() => {});
}
