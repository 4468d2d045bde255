import type { StepView, TaskErrorCode, TaskId, TaskKind } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import type { StepOutput } from './step.ts';

/** A `once` step that its task left STARTED: what it did outside is not on record yet. */
export interface OpenOnceStep {
  readonly taskId: TaskId;
  readonly kind: TaskKind;
  readonly position: number;
  readonly name: string;
  /** Names the effect outside, e.g. an order number. */
  readonly idempotencyKey: string;
  /** What was noted before the step broke off. */
  readonly output: StepOutput | null;
  /** Of the task, at the time it was read: part of the guard of what is written afterwards. */
  readonly attempt: number;
  /** Why the task ended; null: SUCCESS. */
  readonly errorCode: TaskErrorCode | null;
  /** How long ago the task ended, by the database's clock: a frozen worker may still act shortly after. */
  readonly settledForMs: number;
}

export interface OpenOnceStepsQuery {
  readonly batch: number;
  /** The last step of the batch before. */
  readonly after?: Pick<OpenOnceStep, 'taskId' | 'position'> | undefined;
  readonly at?: Date | undefined;
}

/**
 * Settled tasks' `once` steps nobody knows the end of, those due to be asked about. Its cost follows the open steps,
 * not the history (partial index).
 *
 * Called by: sweep. `postponeReconcile` first, then ask the outside world, then `recordReconciled`.
 */
export async function openOnceSteps(sql: Sql, query: OpenOnceStepsQuery): Promise<OpenOnceStep[]> {
  const { rows } = await sql.query<OpenOnceStep>(OPEN_SQL, [
    query.batch,
    query.after?.taskId ?? '',
    query.after?.position ?? 0,
    query.at ?? null,
  ]);
  return rows;
}

const AT = 'coalesce($4::timestamptz, now())';

const OPEN_SQL = `
  SELECT s.task_id AS "taskId", t.kind, s.position, s.name, s.idempotency_key AS "idempotencyKey", s.output,
         t.attempt, t.error_code AS "errorCode",
         (extract(epoch FROM ${AT} - t.settled_at) * 1000)::double precision AS "settledForMs"
  FROM task_step s JOIN task t ON t.id = s.task_id
  WHERE s.mode = 'once' AND s.status = 'STARTED' AND t.status IN ('SUCCESS', 'FAILED')
    AND (s.reconcile_at IS NULL OR s.reconcile_at <= ${AT})
    AND (s.task_id, s.position) > ($2, $3::integer)
  ORDER BY s.task_id, s.position LIMIT $1`;

type StepOfAttempt = Pick<OpenOnceStep, 'taskId' | 'position' | 'attempt'>;

/** Still settled by that attempt, and held still: an operator's decision and a finding cannot overlap. */
const SETTLED_SQL = `settled AS (
    SELECT id FROM task WHERE id = $1 AND attempt = $3 AND status IN ('SUCCESS', 'FAILED') FOR SHARE
  )`;
const OPEN_STEP_SQL = `task_step.task_id = settled.id AND task_step.position = $2
    AND task_step.mode = 'once' AND task_step.status = 'STARTED'`;

/**
 * From: STARTED, of a settled task.   To: DONE with what is known of it, or PENDING: it never happened.
 * Guard: the task is still settled, by the same attempt, and the step still open.
 * Event: none. The task's end stands; the ledger tells what was bought.
 * Null when: an operator decided meanwhile, or another sweep was faster.
 * Called by: sweep.
 */
export async function recordReconciled(
  sql: Sql,
  found: StepOfAttempt &
    ({ readonly happened: true; readonly output: StepOutput } | { readonly happened: false }) & {
      readonly at?: Date | undefined;
    },
): Promise<StepView | null> {
  const { rows } = await sql.query<{ view: StepView }>(RECORD_SQL, [
    found.taskId,
    found.position,
    found.attempt,
    found.happened,
    JSON.stringify(found.happened ? found.output : {}),
    found.at ?? null,
  ]);
  return rows[0]?.view ?? null;
}

const RECORD_SQL = `
  WITH ${SETTLED_SQL}
  UPDATE task_step SET
    status = CASE WHEN $4::boolean THEN 'DONE' ELSE 'PENDING' END,
    output = CASE WHEN $4 THEN coalesce(task_step.output, '{}') || $5::jsonb ELSE task_step.output END,
    started_at = CASE WHEN $4 THEN task_step.started_at END,
    finished_at = CASE WHEN $4 THEN coalesce($6::timestamptz, now()) END,
    reconcile_at = NULL
  FROM settled WHERE ${OPEN_STEP_SQL}
  RETURNING step_snapshot(task_step) AS view`;

/**
 * Not to be asked about for `forMs` (by the database's clock), or before `until`. Written before asking: of several sweeps one asks, and what cannot be told now
 * rests until then by itself.
 *
 * Guard: as `recordReconciled`, and the step is due.   Event: none.
 * False when: another sweep asks already, or there is nothing to ask any more.
 * Called by: sweep.
 */
export async function postponeReconcile(
  sql: Sql,
  step: StepOfAttempt &
    (
      | { readonly forMs: number; readonly until?: never }
      | { readonly until: Date; readonly forMs?: never }
    ) & {
      readonly at?: Date | undefined;
    },
): Promise<boolean> {
  const { count } = await sql.query(POSTPONE_SQL, [
    step.taskId,
    step.position,
    step.attempt,
    step.until ?? null,
    step.forMs ?? null,
    step.at ?? null,
  ]);
  return count === 1;
}

const POSTPONED_AT = 'coalesce($6::timestamptz, now())';

const POSTPONE_SQL = `
  WITH ${SETTLED_SQL}
  UPDATE task_step SET
    reconcile_at = coalesce($4::timestamptz, ${POSTPONED_AT} + $5::double precision * interval '1 millisecond')
  FROM settled
  WHERE ${OPEN_STEP_SQL} AND (reconcile_at IS NULL OR reconcile_at <= ${POSTPONED_AT})`;
