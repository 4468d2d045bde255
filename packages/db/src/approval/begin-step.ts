import type { Progress, StepStatus } from '@dungji/contracts';
import { appendTaskEvent, changedSql, type EventRow, emitTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from '../task/fence.ts';
import type { StepEntry, StepOutput } from '../task/step.ts';

export interface BeginStep {
  /** 1, 2, 3 … in the order of the card. */
  readonly position: number;
  readonly name: string;
  /** Names the effect outside, for every run of this step. */
  readonly idempotencyKey: string;
  readonly progress: Progress;
  /** Of the step, from its first start; further starts do not prolong it. */
  readonly limitMs: number;
  readonly at?: Date | undefined;
}

/**
 * From: no entry, PENDING, FAILED or STARTED.   To: STARTED, written before the step runs; the task's limit is the step's.
 * Guard: the attempt owns the task; a DONE step is left as it is (`state: 'done'`).
 * Event: task.progressed, with the card.
 * Null when: the task was lost.
 * Called by: worker (approval).
 */
export async function beginApprovalStep(sql: Sql, fence: Fence, step: BeginStep): Promise<StepEntry | null> {
  const { rows } = await sql.query<EventRow & RecordedRow>(BEGIN_SQL, [
    ...fenceParams(fence),
    step.position,
    step.name,
    step.idempotencyKey,
    JSON.stringify(step.progress),
    step.limitMs,
    step.at ?? null,
  ]);
  const [row] = rows;
  if (!row) return null;
  const { output, recorded_status: recorded, idempotency_key: idempotencyKey } = row;
  if (row.stream !== null) {
    emitTask(sql, rows);
    return { state: 'run', output, idempotencyKey };
  }
  return recorded === 'DONE' ? { state: 'done', output, idempotencyKey } : null;
}

interface RecordedRow {
  readonly recorded_status: StepStatus | null;
  readonly output: StepOutput | null;
  readonly idempotency_key: string | null;
}

const AT = 'coalesce($9::timestamptz, now())';

const BEGIN_SQL = `
  WITH recorded AS (
    SELECT owned.id, s.status, s.output, s.idempotency_key
    FROM (SELECT id FROM task WHERE ${FENCE_SQL}) AS owned
    LEFT JOIN task_step s ON s.task_id = owned.id AND s.position = $4
  ),
  changed AS (
    UPDATE task SET
      version = version + 1,
      progress = $7::jsonb,
      deadline_at = CASE WHEN EXISTS (SELECT FROM recorded WHERE recorded.status IN ('STARTED', 'FAILED'))
                    THEN deadline_at ELSE ${AT} + $8::bigint * interval '1 millisecond' END
    WHERE ${FENCE_SQL} AND NOT EXISTS (SELECT FROM recorded WHERE recorded.status = 'DONE')
    RETURNING ${changedSql(AT)}, attempt
  ),
  begun AS (
    INSERT INTO task_step AS s (task_id, position, name, mode, status, attempt, idempotency_key, started_at)
    SELECT changed.id, $4, $5, 'repeatable', 'STARTED', changed.attempt, $6, changed.at FROM changed
    ON CONFLICT (task_id, position) DO UPDATE SET
      status = 'STARTED', attempt = excluded.attempt, started_at = excluded.started_at, finished_at = NULL, error = NULL
    RETURNING step_snapshot(s) AS view
  ),
  ${appendTaskEvent('task.progressed', 'in need', '(SELECT begun.view FROM begun)')}
  SELECT appended.*, recorded.status AS recorded_status, recorded.output, recorded.idempotency_key
  FROM recorded LEFT JOIN appended ON true`;
