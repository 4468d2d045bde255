import type { ChangeEvent } from '@dungji/contracts';
import type pg from 'pg';
import { QueryFailedError, type QueryRunner } from 'typeorm';
import { DatabaseUnavailableError, isDatabaseDown, isServersWord } from './unavailable.ts';

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
 * The one way to run SQL. TypeORM's `manager.query()` changes its return shape with the outermost command of the
 * statement (rows, or [rows, count]); the structured result does not.
 *
 * @throws DatabaseUnavailableError when Postgres is away or overwhelmed
 * @throws QueryFailedError when the statement itself is refused
 */
export async function runQuery<Row>(
  runner: QueryRunner,
  text: string,
  params: readonly unknown[] = [],
): Promise<QueryAnswer<Row>> {
  const client = await connect(runner);
  try {
    const result = await runner.query(text, [...params], true);
    return { rows: (result.records ?? []) as Row[], count: result.affected ?? 0 };
  } catch (error) {
    hideData(error);
    if (!isDatabaseDown(error)) throw error;
    // A time-out of the driver leaves its statement running: whoever got this connection next would wait behind it.
    if (!isServersWord(error)) await discard(client);
    throw new DatabaseUnavailableError(error);
  }
}

/** What carries values of rows in an error of the driver. */
const DATA_PROPERTIES = ['parameters', 'detail', 'where'] as const;

/** Errors are logged with their enumerable properties; names and addresses in a statement must not be among them. */
function hideData(error: unknown): void {
  const causes = error instanceof QueryFailedError ? [error, error.driverError as unknown] : [error];
  for (const cause of causes) {
    if (!(cause instanceof Error)) continue;
    for (const property of DATA_PROPERTIES) {
      if (Object.hasOwn(cause, property)) Object.defineProperty(cause, property, { enumerable: false });
    }
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
