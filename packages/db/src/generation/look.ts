import type { TaskId, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

/** A generation that is to be asked about now. */
export interface DueGeneration {
  readonly taskId: TaskId;
  readonly queries: number;
  /** Part of the keyset: how long it has been due. */
  readonly nextCheckAt: Date;
}

export interface DueQuery {
  readonly batch: number;
  /** longest: those due for the longest time first. youngest: the latest asked for first. */
  readonly order: 'longest' | 'youngest';
  /** Only those accepted longer ago than this: the sweep's grace. */
  readonly olderThanMs?: number | undefined;
  /** Only those accepted less long ago: what the workers poll. */
  readonly youngerThanMs?: number | undefined;
  readonly userId?: UserId | undefined;
  /** The last one of the batch before; of order `longest` only. */
  readonly after?: Pick<DueGeneration, 'taskId' | 'nextCheckAt'> | undefined;
  readonly at?: Date | undefined;
}

/**
 * What is to be asked about now. Its cost follows what is at the provider, not the history (partial index).
 * Called by: worker (the young), sweep (all others), maintenance (one person's).
 */
export async function dueGenerations(sql: Sql, query: DueQuery): Promise<DueGeneration[]> {
  const { rows } = await sql.query<DueGeneration>(DUE_SQL[query.order], [
    query.at ?? null,
    query.olderThanMs ?? null,
    query.youngerThanMs ?? null,
    query.userId ?? null,
    query.after?.nextCheckAt ?? '-infinity',
    query.after?.taskId ?? '',
    query.batch,
  ]);
  return rows;
}

const ago = (ms: string): string =>
  `coalesce($1::timestamptz, now()) - ${ms}::bigint * interval '1 millisecond'`;

const dueSql = (order: string): string => `
  SELECT g.task_id AS "taskId", g.queries, g.next_check_at AS "nextCheckAt"
  FROM generation g JOIN task t ON t.id = g.task_id
  WHERE g.next_check_at <= coalesce($1::timestamptz, now()) AND t.status = 'PROCESSING'
    AND ($2::bigint IS NULL OR t.created_at <= ${ago('$2')})
    AND ($3::bigint IS NULL OR t.created_at > ${ago('$3')})
    AND ($4::text IS NULL OR t.user_id = $4)
    AND (g.next_check_at, g.task_id) > ($5::timestamptz, $6)
  ORDER BY ${order} LIMIT $7`;

const DUE_SQL = {
  longest: dueSql('g.next_check_at, g.task_id'),
  youngest: dueSql('g.task_id DESC'),
};

/** One look at a generation: nobody else takes one while it lasts. */
export interface Look {
  readonly taskId: TaskId;
  readonly userId: UserId;
  /** Null: it is not known whether the provider took it. */
  readonly providerTaskId: string | null;
  /** The number of this look, its fence: a look that was given up for dead records nothing. */
  readonly queries: number;
  readonly createdAt: Date;
}

/**
 * Takes a due look, so that of several settlers one asks.
 *
 * Guard: it is due, and nobody has looked since it was read; its task goes on.   Event: none.
 * Null when: somebody else asks, or there is nothing to ask any more.
 * Called by: every settler, before it asks the provider.
 *
 * @param leaseMs when to believe this look dead; longer than it can take
 */
export async function takeLook(
  sql: Sql,
  due: Pick<DueGeneration, 'taskId' | 'queries'>,
  leaseMs: number,
  at?: Date,
): Promise<Look | null> {
  const { rows } = await sql.query<Look>(TAKE_SQL, [due.taskId, due.queries, leaseMs, at ?? null]);
  return rows[0] ?? null;
}

const TAKEN_AT = 'coalesce($4::timestamptz, now())';

const TAKE_SQL = `
  UPDATE generation g SET queries = g.queries + 1, next_check_at = ${TAKEN_AT} + $3::bigint * interval '1 millisecond'
  FROM task t
  WHERE g.task_id = $1 AND g.queries = $2 AND g.next_check_at <= ${TAKEN_AT}
    AND t.id = g.task_id AND t.status = 'PROCESSING'
  RETURNING g.task_id AS "taskId", t.user_id AS "userId", g.provider_task_id AS "providerTaskId", g.queries,
            t.created_at AS "createdAt"`;

/**
 * Writes down the state in which there is a result, and lets the look last longer: fetching that takes longer than the
 * question did.
 *
 * Guard: no later look was taken; its task goes on.   Event: none.
 * False when: one was, or the task is over.
 * Called by: every settler, before it fetches a file.
 *
 * @param leaseMs when to believe it dead, from now on
 */
export async function prolongLook(
  sql: Sql,
  look: Look,
  { leaseMs, state, at }: { readonly leaseMs: number; readonly state: string; readonly at?: Date },
): Promise<boolean> {
  const { count } = await sql.query(PROLONG_SQL, [look.taskId, look.queries, leaseMs, at ?? null, state]);
  return count > 0;
}

const PROLONG_SQL = `
  UPDATE generation SET
    next_check_at = ${TAKEN_AT} + $3::bigint * interval '1 millisecond', provider_state = $5
  WHERE task_id = $1 AND queries = $2 AND next_check_at IS NOT NULL`;

export interface Finding {
  /** As the provider spells it; left out: it could not be asked, or did not know. */
  readonly state?: string | undefined;
  /** Found by our key, when it was not known before. */
  readonly providerTaskId?: string | undefined;
  /** The provider's time of completion, believed to be epoch milliseconds if that is plausible. */
  readonly completedAtMs?: number | undefined;
  /** Why this look brought no end. */
  readonly problem?: string | undefined;
  /** The provider is done and the result is not to be had: for how long that may stay so. */
  readonly missingLimitMs?: number | undefined;
  readonly at?: Date | undefined;
}

export interface Waiting {
  /** Since the provider's time of completion, if it told a plausible one; else since the task was accepted. */
  readonly completedForMs: number;
  readonly handedOverForMs: number;
}

/**
 * Writes down what a look found, and when to look again: the pause grows with the time that has passed, and never
 * beyond the moment at which a missing result is given up.
 *
 * Guard: no later look was taken.   Event: none.
 * Null when: one was, or the task is over.
 * Called by: every settler, after it has asked.
 */
export async function recordLook(sql: Sql, look: Look, finding: Finding): Promise<Waiting | null> {
  const { rows } = await sql.query<Waiting>(RECORD_SQL, [
    look.taskId,
    look.queries,
    finding.state ?? null,
    finding.providerTaskId ?? null,
    finding.completedAtMs ?? null,
    finding.problem?.slice(0, PROBLEM_MAX) ?? null,
    finding.missingLimitMs ?? null,
    finding.at ?? null,
  ]);
  return rows[0] ?? null;
}

/** Enough for a sentence of theirs. */
const PROBLEM_MAX = 500;
/** A rendering takes some minutes: a quarter of the time passed costs at most a quarter more. */
const PAUSE_PART = 4;
const PAUSE_MIN_SECONDS = 1;
const PAUSE_MAX_SECONDS = 600;
/** Clocks differ, and a completion cannot lie before the request or in the future. */
const SKEW_SECONDS = 300;
/** Beyond what a timestamp can hold nothing is plausible, and the conversion would fail. */
const PLAUSIBLE_MS_MAX = 8.64e15;

const AT = 'coalesce($8::timestamptz, now())';
const COMPLETED_AT = `coalesce(g.completed_at, (
  SELECT told.at FROM (SELECT CASE WHEN $5::double precision BETWEEN 0 AND ${PLAUSIBLE_MS_MAX}
                              THEN to_timestamp($5::double precision / 1000) END AS at) told
  WHERE told.at BETWEEN t.created_at - interval '${SKEW_SECONDS} seconds' AND ${AT} + interval '${SKEW_SECONDS} seconds'))`;
const PAUSE = `least(greatest((${AT} - g.handed_over_at) / ${PAUSE_PART}, interval '${PAUSE_MIN_SECONDS} seconds'),
  interval '${PAUSE_MAX_SECONDS} seconds')`;

const ms = (interval: string): string => `(extract(epoch FROM ${interval}) * 1000)::double precision`;

const RECORD_SQL = `
  WITH recorded AS (
    UPDATE generation g SET
      provider_state = coalesce($3, g.provider_state),
      provider_task_id = coalesce(g.provider_task_id, $4),
      completed_at = ${COMPLETED_AT},
      last_problem = $6,
      next_check_at = greatest(${AT}, least(${AT} + ${PAUSE},
        coalesce(${COMPLETED_AT}, t.created_at) + $7::bigint * interval '1 millisecond'))
    FROM task t
    WHERE g.task_id = $1 AND g.queries = $2 AND g.next_check_at IS NOT NULL
      AND t.id = g.task_id AND t.status = 'PROCESSING'
    RETURNING g.task_id, ${ms(`${AT} - coalesce(g.completed_at, t.created_at)`)} AS "completedForMs",
              ${ms(`${AT} - g.handed_over_at`)} AS "handedOverForMs"
  ),
  known AS (
    UPDATE task_step SET
      status = 'DONE', output = coalesce(output, '{}') || jsonb_build_object('providerTaskId', $4::text),
      finished_at = ${AT}
    FROM recorded
    WHERE $4::text IS NOT NULL AND task_step.task_id = recorded.task_id AND mode = 'once' AND status = 'STARTED'
  )
  SELECT "completedForMs", "handedOverForMs" FROM recorded`;
