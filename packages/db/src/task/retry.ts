import type { TaskErrorCode, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';
import { settleTask } from './settle.ts';

export type RetryTask = {
  /** Why this attempt ended. */
  readonly code: TaskErrorCode;
  /** How the task ends instead when no time is left for another attempt; `code` unless given. */
  readonly codeIfLate?: TaskErrorCode | undefined;
  readonly at?: Date | undefined;
} & NextAttempt;

/** When the next attempt may begin: a pause by the database's clock (what a worker gives), or a moment. */
type NextAttempt =
  | { readonly retryAfterMs: number; readonly nextRetryAt?: never }
  | { readonly nextRetryAt: Date; readonly retryAfterMs?: never };

/**
 * From: PROCESSING, owned.   To: PROCESSING without owner, waiting for its next attempt.
 * Guard: the attempt owns the row, and the next attempt would begin within the limit.
 * Event: task.retrying.
 * Null when: the task was lost.
 * Called by: worker.
 *
 * A next attempt beyond the limit would only be waited for in vain: the task then FAILS now, with its cause. Both are
 * judged by the database's clock alone, since a worker's may be minutes off.
 */
export async function retryTask(sql: Sql, fence: Fence, retry: RetryTask): Promise<TaskView | null> {
  const waiting = await changeTask(sql, RETRY_SQL, [
    ...fenceParams(fence),
    retry.code,
    retry.nextRetryAt ?? null,
    retry.retryAfterMs ?? null,
    retry.at ?? null,
  ]);
  const code = retry.codeIfLate ?? retry.code;
  return waiting ?? settleTask(sql, fence, { status: 'FAILED', code }, retry.at);
}

const AT = 'coalesce($7::timestamptz, now())';
const NEXT_RETRY_AT = `coalesce($5::timestamptz, ${AT} + $6::double precision * interval '1 millisecond')`;

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
    UPDATE task SET ${giveUpOwnerSql('$4', NEXT_RETRY_AT, AT)}
    WHERE ${FENCE_SQL} AND ${NEXT_RETRY_AT} < deadline_at
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.retrying')}
  SELECT * FROM appended`;
