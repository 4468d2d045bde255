import type { TaskErrorCode, TaskId, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { failedSql } from './settle.ts';

export interface FailTask {
  readonly taskId: TaskId;
  /** The attempt the caller has seen. */
  readonly attempt: number;
  /** The state the caller has seen. */
  readonly from: 'PENDING' | 'PROCESSING';
  readonly code: TaskErrorCode;
  readonly at?: Date;
}

/**
 * From: PENDING or PROCESSING, as the caller has seen it.   To: FAILED(code).
 * Guard: the state and the attempt are still those the caller has seen.
 * Event: task.resolved.
 * Null when: somebody moved the task meanwhile; it is theirs now.
 * Called by: api (the queue refused the job), accept (a stale row in the way).
 */
export function failTask(sql: Sql, fail: FailTask): Promise<TaskView | null> {
  return changeTask(sql, FAIL_SQL, [fail.taskId, fail.attempt, fail.from, fail.code, fail.at ?? null]);
}

const AT = 'coalesce($5::timestamptz, now())';

const FAIL_SQL = `
  WITH changed AS (
    UPDATE task SET ${failedSql('$4', AT)}
    WHERE id = $1 AND attempt = $2 AND status = $3 AND status IN ('PENDING', 'PROCESSING')
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;
