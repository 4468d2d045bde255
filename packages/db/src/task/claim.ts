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
  /** Attempts that no longer count against the kind's policy. */
  readonly attemptsBefore: number;
  /** Whether an earlier attempt left a `once` step open: what it did outside is still to be found out. */
  readonly onceInDoubt: boolean;
}

/**
 * From: PENDING, or PROCESSING waiting for its next attempt.   To: PROCESSING, owned by this worker and boot.
 * Guard: the row's attempt is n - 1 and nobody owns it, nor has a worker let it go to a provider; so one of two workers, and only once per attempt.
 * Event: task.started.
 * Null when: another worker was faster, the job is a re-run, or the task was settled meanwhile.
 * Called by: worker.
 *
 * `started_at`, and with it the PROCESSING limit, stays that of the first claim; a generation's counts from its accept. Of
 * an approval the limit is that of the step it has come to, which a further claim leaves as it is.
 */
export async function claimTask(sql: Sql, claim: ClaimTask): Promise<Claim | null> {
  const { rows } = await sql.query<EventRow & ClaimedRow>(CLAIM_SQL, [
    claim.taskId,
    claim.attempt,
    claim.workerId,
    claim.bootId,
    limitsJson('processingLimitMs', claim.limits),
    claim.at ?? null,
  ]);
  const task = emitTask(sql, rows);
  const row = rows[0];
  return task && row
    ? {
        task,
        input: row.input,
        userId: row.user_id,
        attemptsBefore: row.attempts_before,
        onceInDoubt: row.once_in_doubt,
      }
    : null;
}

interface ClaimedRow {
  readonly input: unknown;
  readonly user_id: UserId;
  readonly attempts_before: number;
  readonly once_in_doubt: boolean;
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
      deadline_at = CASE WHEN kind = 'approval' AND started_at IS NOT NULL THEN deadline_at
                    ELSE CASE kind WHEN 'generation' THEN created_at ELSE coalesce(started_at, ${AT}) END
                         + ($5::jsonb ->> kind)::bigint * interval '1 millisecond' END
    WHERE id = $1 AND attempt = $2::integer - 1
      AND (status = 'PENDING' OR (status = 'PROCESSING' AND worker_id IS NULL AND next_retry_at IS NOT NULL))
    RETURNING ${changedSql(AT)}, input, attempts_before,
      EXISTS (SELECT FROM task_step s
               WHERE s.task_id = task.id AND s.mode = 'once' AND s.status = 'STARTED') AS once_in_doubt
  ),
  ${appendTaskEvent('task.started')}
  SELECT appended.*, changed.input, changed.user_id, changed.attempts_before, changed.once_in_doubt
    FROM appended CROSS JOIN changed`;
