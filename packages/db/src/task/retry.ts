import type { TaskErrorCode, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';
import { settleTask } from './settle.ts';

export interface RetryTask {
  /** Why this attempt ended. */
  readonly code: TaskErrorCode;
  readonly nextRetryAt: Date;
  readonly at?: Date;
}

/**
 * From: PROCESSING, owned.   To: PROCESSING without owner, waiting for its next attempt.
 * Guard: the attempt owns the row, and the next attempt would begin within the limit.
 * Event: task.retrying.
 * Null when: the task was lost.
 * Called by: worker.
 *
 * A next attempt beyond the limit would only be waited for in vain: the task then FAILS now, with its cause.
 */
export async function retryTask(sql: Sql, fence: Fence, retry: RetryTask): Promise<TaskView | null> {
  const waiting = await changeTask(sql, RETRY_SQL, [
    ...fenceParams(fence),
    retry.code,
    retry.nextRetryAt,
    retry.at ?? null,
  ]);
  return waiting ?? settleTask(sql, fence, { status: 'FAILED', code: retry.code }, retry.at);
}

const AT = 'coalesce($6::timestamptz, now())';

/** Ownership ends here, not at the next claim: whoever had the row can write nothing more. */
export const giveUpOwnerSql = (code: string, nextRetryAt: string, at: string): string => `
  version = version + 1,
  worker_id = NULL,
  boot_id = NULL,
  worker_missing_since = NULL,
  last_error_code = ${code},
  last_attempt_at = ${at},
  next_retry_at = ${nextRetryAt}`;

const RETRY_SQL = `
  WITH changed AS (
    UPDATE task SET ${giveUpOwnerSql('$4', '$5::timestamptz', AT)}
    WHERE ${FENCE_SQL} AND $5::timestamptz < deadline_at
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.retrying')}
  SELECT * FROM appended`;
