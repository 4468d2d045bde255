import type { Progress, StepStatus, StepView, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';

/**
 * `repeatable`: running it again does no harm. `once`: it acts on the outside world, and is never run again blindly.
 */
export type StepMode = 'repeatable' | 'once';
export type StepOutput = Record<string, unknown>;

export interface StartStep {
  /** 1, 2, 3 … in the order of the run. */
  readonly position: number;
  readonly name: string;
  readonly mode: StepMode;
  /** Names the effect outside; required for `once`. The first one is kept. */
  readonly idempotencyKey?: string;
  /** Noted in the same statement, unless something was noted before: no crash can come between. */
  readonly output?: StepOutput | undefined;
  readonly at?: Date;
}

export interface StepEntry {
  /**
   * run: do it now. done: an earlier attempt finished it, use its output. doubtful: a `once` step was started and
   * nobody knows how it ended; ask the outside world, then finishStep, clearStep, or settle OUTCOME_UNKNOWN.
   */
  readonly state: 'run' | 'done' | 'doubtful';
  /** What was kept so far, e.g. an order number noted before the click. */
  readonly output: StepOutput | null;
  readonly idempotencyKey: string | null;
}

/** The ledger knows another step at this position: the code changed under a running task. Nothing may be guessed then. */
export class StepMismatchError extends Error {
  override readonly name = 'StepMismatchError';

  constructor(position: number, recorded: string, wanted: string) {
    super(`step ${position} is recorded as "${recorded}", not "${wanted}"`);
  }
}

/** Holds the task row still while its ledger is written, so that a loss and a write cannot overlap. */
const OWNER_SQL = `owner AS (SELECT id, attempt FROM task WHERE ${FENCE_SQL} FOR SHARE)`;

/**
 * From: no entry, PENDING, FAILED, or STARTED and repeatable.   To: STARTED, written before the step runs.
 * Guard: the attempt owns the task; a DONE step and a STARTED `once` step are left as they are.
 * Event: none; progress is told when a step finishes.
 * Null when: the task was lost.
 * Called by: worker.
 *
 * @throws StepMismatchError when the ledger has another name at this position
 */
export async function startStep(sql: Sql, fence: Fence, step: StartStep): Promise<StepEntry | null> {
  const { rows } = await sql.query<StartRow>(START_SQL, [
    ...fenceParams(fence),
    step.position,
    step.name,
    step.mode,
    step.idempotencyKey ?? null,
    step.at ?? null,
    step.output ? JSON.stringify(step.output) : null,
  ]);
  const row = rows[0];
  if (!row) return null;
  if (row.recorded_name !== null && row.recorded_name !== step.name) {
    throw new StepMismatchError(step.position, row.recorded_name, step.name);
  }
  if (row.started) return { state: 'run', output: row.output, idempotencyKey: row.idempotency_key };
  return {
    state: row.recorded_status === 'DONE' ? 'done' : 'doubtful',
    output: row.output,
    idempotencyKey: row.idempotency_key,
  };
}

interface StartRow {
  readonly started: boolean;
  readonly output: StepOutput | null;
  readonly idempotency_key: string | null;
  readonly recorded_name: string | null;
  readonly recorded_status: StepStatus | null;
}

const START_SQL = `
  WITH ${OWNER_SQL},
  recorded AS (SELECT * FROM task_step WHERE task_id = $1 AND position = $4),
  started AS (
    INSERT INTO task_step AS s (task_id, position, name, mode, status, attempt, idempotency_key, started_at, output)
    SELECT owner.id, $4, $5, $6, 'STARTED', owner.attempt, $7, coalesce($8::timestamptz, now()), $9::jsonb FROM owner
    ON CONFLICT (task_id, position) DO UPDATE SET
      status = 'STARTED',
      mode = excluded.mode,
      attempt = excluded.attempt,
      idempotency_key = coalesce(s.idempotency_key, excluded.idempotency_key),
      started_at = excluded.started_at,
      finished_at = NULL,
      output = coalesce(s.output, excluded.output),
      error = NULL
    WHERE s.name = excluded.name
      AND (s.status IN ('PENDING', 'FAILED')
           OR (s.status = 'STARTED' AND s.mode = 'repeatable' AND excluded.mode = 'repeatable'))
    RETURNING s.output, s.idempotency_key
  )
  SELECT EXISTS (SELECT FROM started) AS started,
         coalesce(started.output, recorded.output) AS output,
         coalesce(started.idempotency_key, recorded.idempotency_key) AS idempotency_key,
         recorded.name AS recorded_name,
         recorded.status AS recorded_status
  FROM owner LEFT JOIN started ON true LEFT JOIN recorded ON true`;

/**
 * From: STARTED.   To: STARTED, with more output kept (merged by key).
 * Guard: the attempt owns the task.   Event: none.
 * Null when: the task was lost, or the step is not running.
 * Called by: worker, e.g. to keep an order number before the click that pays it.
 */
export function noteStep(
  sql: Sql,
  fence: Fence,
  position: number,
  output: StepOutput,
): Promise<StepView | null> {
  return changeStep(sql, fence, position, NOTE_SQL, [JSON.stringify(output)]);
}

/**
 * From: STARTED.   To: FAILED(error): known to have had no effect, so the step is free to run again.
 * Guard: the attempt owns the task.   Event: none; the task's own end or retry tells it.
 * Null when: the task was lost, or the step is not running. Repeating it (an answer was lost) changes nothing.
 * Called by: worker.
 */
export function failStep(
  sql: Sql,
  fence: Fence,
  failure: { readonly position: number; readonly error: NonNullable<StepView['error']> },
  at?: Date,
): Promise<StepView | null> {
  return changeStep(sql, fence, failure.position, FAIL_SQL, [JSON.stringify(failure.error), at ?? null]);
}

/**
 * From: STARTED.   To: PENDING: the outside world says that it did not happen. Output and key stay, so that the next
 * run pays the same order.
 * Guard: the attempt owns the task.   Event: none.
 * Null when: the task was lost, or the step is not running. Repeating it changes nothing.
 * Called by: worker, after reconciling a doubtful step.
 */
export function clearStep(sql: Sql, fence: Fence, position: number): Promise<StepView | null> {
  return changeStep(sql, fence, position, CLEAR_SQL, []);
}

async function changeStep(
  sql: Sql,
  fence: Fence,
  position: number,
  text: string,
  params: readonly unknown[],
): Promise<StepView | null> {
  const { rows } = await sql.query<{ view: StepView }>(text, [...fenceParams(fence), position, ...params]);
  return rows[0]?.view ?? null;
}

const changeStepSql = (assignments: string, from: string): string => `
  WITH ${OWNER_SQL}
  UPDATE task_step SET ${assignments}
  FROM owner
  WHERE task_step.task_id = owner.id AND task_step.position = $4 AND task_step.status IN (${from})
  RETURNING step_snapshot(task_step) AS view`;

const NOTE_SQL = changeStepSql(`output = coalesce(task_step.output, '{}') || $5::jsonb`, `'STARTED'`);
const FAIL_SQL = changeStepSql(
  `status = 'FAILED', error = $5::jsonb, finished_at = coalesce($6::timestamptz, now())`,
  `'STARTED', 'FAILED'`,
);
const CLEAR_SQL = changeStepSql(`status = 'PENDING', started_at = NULL`, `'STARTED', 'PENDING'`);

export interface FinishStep {
  readonly position: number;
  /** Merged into what was noted before. */
  readonly output: StepOutput;
  readonly progress: Progress;
  /** approval: how long the next step may take. Its time begins here, and the attempts so far no longer count. */
  readonly nextLimitMs?: number | undefined;
}

/**
 * From: STARTED.   To: DONE, and the task's progress moves on.
 * Guard: the attempt owns the task. A step that this attempt has finished may be finished again: its answer was lost.
 * Event: task.progressed.
 * Null when: the task was lost, or the step is not running.
 * Called by: worker.
 */
export function finishStep(sql: Sql, fence: Fence, step: FinishStep, at?: Date): Promise<TaskView | null> {
  return changeTask(sql, FINISH_SQL, [
    ...fenceParams(fence),
    step.position,
    JSON.stringify(step.output),
    JSON.stringify(step.progress),
    at ?? null,
    step.nextLimitMs ?? null,
  ]);
}

const AT = 'coalesce($7::timestamptz, now())';

const FINISH_SQL = `
  WITH changed AS (
    UPDATE task SET
      version = version + 1,
      progress = $6::jsonb,
      deadline_at = coalesce(${AT} + $8::bigint * interval '1 millisecond', deadline_at),
      attempts_before = CASE WHEN $8::bigint IS NULL THEN attempts_before ELSE attempt - 1 END
    WHERE ${FENCE_SQL}
      AND EXISTS (SELECT FROM task_step s WHERE s.task_id = $1 AND s.position = $4
                  AND (s.status = 'STARTED' OR (s.status = 'DONE' AND s.attempt = $2)))
    RETURNING ${changedSql(AT)}
  ),
  finished AS (
    UPDATE task_step SET
      status = 'DONE', attempt = $2, output = coalesce(task_step.output, '{}') || $5::jsonb, finished_at = ${AT}
    FROM changed
    WHERE task_step.task_id = changed.id AND task_step.position = $4
    RETURNING step_snapshot(task_step) AS view
  ),
  ${appendTaskEvent('task.progressed', 'in need', '(SELECT finished.view FROM finished)')}
  SELECT * FROM appended`;
