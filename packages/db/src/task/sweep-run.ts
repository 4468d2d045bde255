import type { SweepResult, SweepRunView, SweptBy } from '@dungji/contracts';
import type { Db } from '../db.ts';
import { newId } from '../ids.ts';
import { runQuery, type Sql } from '../sql.ts';
import { type PageOf, pageOf } from './read.ts';

/** At one run every 15 s this keeps a week of history in some 40,000 small rows. */
const KEEP_DAYS = 7;
/** Any constant number that nothing else in this database locks. */
const SWEEP_LOCK = 4_213_371;

/** Writes down that a sweep ran, and forgets the oldest ones. Called by: whoever swept. */
export async function recordSweep(
  sql: Sql,
  run: {
    readonly by: SweptBy;
    readonly result: SweepResult;
    /** Known beforehand, when somebody waits for this very run. */
    readonly id?: string | undefined;
    readonly at?: Date | undefined;
  },
): Promise<void> {
  await sql.query(
    `WITH pruned AS (DELETE FROM sweep_run WHERE at < coalesce($3::timestamptz, now()) - interval '${KEEP_DAYS} days')
     INSERT INTO sweep_run (by, result, at, id) VALUES ($1, $2::jsonb, coalesce($3::timestamptz, now()), $4)
     ON CONFLICT (id) DO NOTHING`,
    [run.by, JSON.stringify(run.result), run.at ?? null, run.id ?? newId.sweepRun()],
  );
}

/** Null: no sweep has run yet. `agoMs` is measured by the database's clock. */
export async function lastSweepAt(sql: Sql, now?: Date): Promise<{ at: Date; agoMs: number } | null> {
  const { rows } = await sql.query<{ at: Date; agoMs: number }>(
    `SELECT at, (extract(epoch FROM coalesce($1::timestamptz, now()) - at) * 1000)::bigint AS "agoMs"
     FROM sweep_run ORDER BY at DESC LIMIT 1`,
    [now ?? null],
  );
  return rows[0] ?? null;
}

const RUN_SQL = `SELECT jsonb_build_object('id', id, 'at', iso_time(at), 'by', by, 'result', result) AS view
  FROM sweep_run`;

/** Null: that run has not ended yet, or never began. Called by: api (an operator waits for it). */
export async function findSweep(sql: Sql, id: string): Promise<SweepRunView | null> {
  const { rows } = await sql.query<{ view: SweepRunView }>(`${RUN_SQL} WHERE id = $1`, [id]);
  return rows[0]?.view ?? null;
}

/** What the sweeps of the last days did, newest first. Called by: api (operators). */
export async function sweepHistory(
  sql: Sql,
  query: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<PageOf<SweepRunView>> {
  const { rows } = await sql.query<{ view: SweepRunView }>(
    `${RUN_SQL} WHERE ($1::text IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
    [query.cursor ?? null, query.limit + 1],
  );
  return pageOf(
    rows.map((row) => row.view),
    query.limit,
    (run) => run.id,
  );
}

/**
 * Runs `fn` while no other process holds the sweep lock. Null: another one does.
 * The lock belongs to a session of its own, so it is gone with a killed process.
 */
export async function trySweepLock<T>(db: Db, fn: () => Promise<T>): Promise<T | null> {
  const runner = db.dataSource.createQueryRunner();
  try {
    const { rows } = await runQuery<{ locked: boolean }>(
      runner,
      'SELECT pg_try_advisory_lock($1) AS locked',
      [SWEEP_LOCK],
    );
    if (!rows[0]?.locked) return null;
    try {
      return await fn();
    } finally {
      await runQuery(runner, 'SELECT pg_advisory_unlock($1)', [SWEEP_LOCK]);
    }
  } finally {
    await runner.release();
  }
}
