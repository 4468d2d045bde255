import type { Limits, TaskId, TaskView, UserId } from '@dungji/contracts';
import { appendTaskEvent, changedSql, type EventRow, emitTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { limitsJson } from './limits-json.ts';

export interface ClaimTask {
  readonly taskId: TaskId;
  /** The attempt this claim starts: n of the job `{taskId}-{n}`. */
  readonly attempt: number;
  readonly workerId: string;
  /** New at every start of a worker process: a restarted worker does not vouch for its predecessor's tasks. */
  readonly bootId: string;
  readonly limits: Limits;
  readonly at?: Date;
}

export interface Claim {
  readonly task: TaskView;
  readonly input: unknown;
  readonly userId: UserId;
}

/**
 * From: PENDING, or PROCESSING without owner.   To: PROCESSING, owned by this worker and boot.
 * Guard: the row's attempt is n - 1 and nobody owns it; so one of two workers, and only once per attempt.
 * Event: task.started.
 * Null when: another worker was faster, the job is a re-run, or the task was settled meanwhile.
 * Called by: worker.
 *
 * `started_at`, and with it the PROCESSING limit, stays that of the first claim.
 */
export async function claimTask(sql: Sql, claim: ClaimTask): Promise<Claim | null> {
  const { rows } = await sql.query<EventRow & { input: unknown; user_id: UserId }>(CLAIM_SQL, [
    claim.taskId,
    claim.attempt,
    claim.workerId,
    claim.bootId,
    limitsJson('processingLimitMs', claim.limits),
    claim.at ?? null,
  ]);
  const task = emitTask(sql, rows);
  const row = rows[0];
  return task && row ? { task, input: row.input, userId: row.user_id } : null;
}

const AT = 'coalesce($6::timestamptz, now())';

const CLAIM_SQL = `
  WITH changed AS (
    UPDATE task SET
      status = 'PROCESSING',
      version = version + 1,
      attempt = $2,
      worker_id = $3,
      boot_id = $4,
      worker_missing_since = NULL,
      job_id = NULL,
      next_retry_at = NULL,
      started_at = coalesce(started_at, ${AT}),
      deadline_at = coalesce(started_at, ${AT}) + ($5::jsonb ->> kind)::bigint * interval '1 millisecond'
    WHERE id = $1 AND attempt = $2::integer - 1
      AND (status = 'PENDING' OR (status = 'PROCESSING' AND worker_id IS NULL))
    RETURNING ${changedSql(AT)}, input
  ),
  ${appendTaskEvent('task.started')}
  SELECT appended.*, changed.input, changed.user_id FROM appended CROSS JOIN changed`;
