import { isOperator, type Role, type TaskId, type TaskView, type UserId } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { findTask } from './read.ts';
import { failedSql } from './settle.ts';

export interface CancelTask {
  readonly taskId: TaskId;
  readonly by: { readonly userId: UserId; readonly role: Role };
  readonly at?: Date;
}

export type CancelAnswer =
  | { readonly outcome: 'cancelled'; readonly task: TaskView }
  | { readonly outcome: 'settled'; readonly task: TaskView };

/**
 * From: PENDING or PROCESSING.   To: FAILED(CANCELLED).
 * Guard: the task is active and belongs to the caller, or the caller is an operator.
 * Event: task.resolved. An operator's cancel of another's task is recorded in the same statement.
 * Null when: there is no such task for the caller.
 * Called by: api.
 *
 * The running attempt loses its ownership at once and stops at its next look; a purchase it made stays in its steps.
 */
export async function cancelTask(sql: Sql, { taskId, by, at }: CancelTask): Promise<CancelAnswer | null> {
  const anybody = isOperator(by.role);
  const cancelled = await changeTask(sql, CANCEL_SQL, [
    taskId,
    by.userId,
    anybody,
    at ?? null,
    newId.operatorAction(),
  ]);
  if (cancelled) return { outcome: 'cancelled', task: cancelled };
  // Settled is final for a cancel, so reading after the refusal cannot find an active task of an ordinary kind.
  const task = await findTask(sql, { taskId, userId: anybody ? null : by.userId });
  return task && { outcome: 'settled', task };
}

const AT = 'coalesce($4::timestamptz, now())';

const CANCEL_SQL = `
  WITH changed AS (
    UPDATE task SET ${failedSql(`'CANCELLED'`, AT)}
    WHERE id = $1 AND ($3::boolean OR user_id = $2) AND status IN ('PENDING', 'PROCESSING')
    RETURNING ${changedSql(AT)}
  ),
  recorded AS (
    INSERT INTO operator_action (id, operator_id, action, task_id, at)
    SELECT $5, $2, 'task.cancelled', changed.id, changed.at FROM changed WHERE changed.user_id <> $2
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;
