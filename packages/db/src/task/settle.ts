import type { DocumentId, TaskErrorCode, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';

export type Outcome =
  | { readonly status: 'SUCCESS'; readonly result: object; readonly documentId?: DocumentId }
  | { readonly status: 'FAILED'; readonly code: TaskErrorCode };

/**
 * From: PROCESSING.   To: SUCCESS or FAILED(code).
 * Guard: the attempt owns the row.
 * Event: task.resolved.
 * Null when: the task was lost, or is settled already.
 * Called by: worker.
 *
 * A `once` step that is STARTED stays so: what it may have done outside is still to be found out.
 */
export function settleTask(sql: Sql, fence: Fence, outcome: Outcome, at?: Date): Promise<TaskView | null> {
  const success = outcome.status === 'SUCCESS';
  return changeTask(sql, SETTLE_SQL, [
    ...fenceParams(fence),
    outcome.status,
    success ? JSON.stringify(outcome.result) : null,
    success ? (outcome.documentId ?? null) : null,
    success ? null : outcome.code,
    at ?? null,
  ]);
}

const AT = 'coalesce($8::timestamptz, now())';

/** What every end of a task has in common: nobody owns it, nothing is awaited any more. */
export const endedSql = (at: string): string => `
  version = version + 1,
  settled_at = ${at},
  deadline_at = NULL,
  next_retry_at = NULL,
  job_id = NULL,
  worker_id = NULL,
  boot_id = NULL,
  worker_missing_since = NULL`;

/** The end by an error, in the columns that tell it. */
export const failedSql = (code: string, at: string): string =>
  `status = 'FAILED', error_code = ${code}, ${endedSql(at)}`;

const SETTLE_SQL = `
  WITH changed AS (
    UPDATE task SET
      status = $4,
      result = $5::jsonb,
      document_id = coalesce($6, document_id),
      error_code = $7,
      ${endedSql(AT)}
    WHERE ${FENCE_SQL}
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;
