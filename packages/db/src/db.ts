import type { ChangeEvent } from '@dungji/contracts';
import type { DataSource, QueryRunner } from 'typeorm';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel.js';
import { createDataSource, POOL_MAX, QUERY_TIMEOUT_MS } from './data-source.ts';
import { runQuery, type Sql } from './sql.ts';
import { DatabaseUnavailableError, isDatabaseDown } from './unavailable.ts';

export interface OpenDbOptions {
  readonly url: string;
  /** Upper bound of connections of this process. */
  readonly poolMax?: number;
  /** After this long without an answer a statement counts as lost and its connection is broken off. */
  readonly queryTimeoutMs?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Called after COMMIT with the events of the statement or transaction. A hint for publishing; must not throw. */
  readonly onEvents?: (events: readonly ChangeEvent[]) => void;
  /** An idle connection broke, e.g. because Postgres restarts. The pool heals by itself. */
  readonly onPoolError?: (error: unknown) => void;
}

export interface Db extends Sql {
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

/** A transaction in progress. */
export interface Tx extends Sql {
  readonly tx: true;
}

/**
 * Opens the pool and proves that the database answers.
 *
 * @throws DatabaseUnavailableError when it does not
 */
export async function openDb(options: OpenDbOptions): Promise<Db> {
  const dataSource = createDataSource({
    url: options.url,
    poolMax: options.poolMax ?? POOL_MAX,
    queryTimeoutMs: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    applicationName: options.applicationName ?? 'dungji',
    onPoolError: options.onPoolError ?? (() => {}),
  });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new DatabaseUnavailableError(error);
  }
  return {
    dataSource,
    async query<Row>(text: string, params?: readonly unknown[]) {
      const runner = dataSource.createQueryRunner();
      try {
        return await runQuery<Row>(runner, text, params);
      } finally {
        await runner.release();
      }
    },
    emit(events) {
      options.onEvents?.(events);
    },
    async close() {
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

/**
 * One transaction. Events are handed on only after COMMIT; a throw rolls everything back and hands on nothing.
 * Keep it short: locks (task → user stream → operators, in this order) are held until it ends.
 */
export async function inTransaction<T>(
  db: Db,
  fn: (tx: Tx) => Promise<T>,
  isolation: IsolationLevel = 'READ COMMITTED',
): Promise<T> {
  const runner = db.dataSource.createQueryRunner();
  const events: ChangeEvent[] = [];
  const tx: Tx = {
    tx: true,
    query: <Row>(text: string, params?: readonly unknown[]) => runQuery<Row>(runner, text, params),
    emit(written) {
      events.push(...written);
    },
  };
  try {
    await runQuery(runner, `BEGIN ISOLATION LEVEL ${isolation}`);
    const value = await fn(tx);
    await runQuery(runner, 'COMMIT');
    if (events.length > 0) db.emit(events);
    return value;
  } catch (error) {
    await rollBack(runner);
    throw error;
  } finally {
    await runner.release();
  }
}

/** A connection that is gone has rolled back by itself; any other failure matters less than the error that led here. */
async function rollBack(runner: QueryRunner): Promise<void> {
  try {
    await runQuery(runner, 'ROLLBACK');
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
  }
}
