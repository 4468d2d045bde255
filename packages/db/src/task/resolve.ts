import type { Limits, TaskId, TaskView, UserId } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { violatedConstraint } from '../unavailable.ts';
import { limitsJson } from './limits-json.ts';
import { findTask } from './read.ts';
import { failedSql } from './settle.ts';

export interface Decision {
  readonly taskId: TaskId;
  /** Whether the step in doubt had its effect outside. */
  readonly happened: boolean;
  /** How it was found out. */
  readonly note: string;
  readonly operatorId: UserId;
  readonly limits: Limits;
  readonly at?: Date;
}

export type ResolveAnswer =
  /** PENDING again: dispatch it, or leave that to the sweep. */
  | { readonly outcome: 'resumed'; readonly task: TaskView }
  /** FAILED(CANCELLED): its nest was removed meanwhile, so there is nothing to go on for. The decision is on record. */
  | { readonly outcome: 'closed'; readonly task: TaskView }
  /** ALREADY_RESOLVED: the task is not in doubt, or not any more. */
  | { readonly outcome: 'not_in_doubt'; readonly task: TaskView }
  /** ACTIVE_TASKS: another task does the same by now. Nothing was changed. */
  | { readonly outcome: 'slot_taken' };

const SLOTS = ['one_active_issuance', 'one_active_ocr'];

/**
 * From: FAILED(OUTCOME_UNKNOWN).   To: PENDING, the same row on the same steps; FAILED(CANCELLED) when its nest is gone.
 * Guard: the task is in doubt; no active task takes its place (partial unique indexes).
 * Event: task.accepted or task.resolved, to the user and to the operators; the audit is written in the same statement.
 * Null when: there is no such task.
 * Called by: api (operators).
 *
 * It happened: the step counts as done, with what was noted. It did not: the step is free again. A step that the sweep
 * has proved done stays done. Waiting time, both limits and the count of attempts begin anew; the attempt goes on counting,
 * for it is the fence.
 *
 * Locks, in order: nest (shared), task, user stream, operators.
 */
export async function resolveOutcome(sql: Sql, decision: Decision): Promise<ResolveAnswer | null> {
  const { taskId, happened, note, operatorId, limits } = decision;
  const params = [taskId, happened, note, operatorId, newId.operatorAction(), decision.at ?? null];
  try {
    const resumed = await changeTask(sql, RESUME_SQL, [...params, limitsJson('pendingLimitMs', limits)]);
    if (resumed) return { outcome: 'resumed', task: resumed };
  } catch (error) {
    if (SLOTS.includes(violatedConstraint(error) ?? '')) return { outcome: 'slot_taken' };
    throw error;
  }
  const closed = await changeTask(sql, CLOSE_SQL, params);
  if (closed) return { outcome: 'closed', task: closed };
  const task = await findTask(sql, { taskId, userId: null });
  return task && { outcome: 'not_in_doubt', task };
}

const AT = 'coalesce($6::timestamptz, now())';
const IN_DOUBT_SQL = `id = $1 AND status = 'FAILED' AND error_code = 'OUTCOME_UNKNOWN'`;

/** The operator's word on the steps, and the record of it, for the one row in `changed`. */
const decidedSql = (event: string): string => `
  done AS (
    UPDATE task_step SET
      status = 'DONE', output = coalesce(output, '{}'), error = NULL, reconcile_at = NULL,
      started_at = coalesce(started_at, ${AT}), finished_at = ${AT}
    FROM changed
    WHERE $2::boolean AND task_step.task_id = changed.id AND mode = 'once' AND task_step.status <> 'DONE'
  ),
  freed AS (
    UPDATE task_step SET status = 'PENDING', started_at = NULL, reconcile_at = NULL
    FROM changed
    WHERE NOT $2::boolean AND task_step.task_id = changed.id AND mode = 'once' AND task_step.status = 'STARTED'
  ),
  recorded AS (
    INSERT INTO operator_action (id, operator_id, action, task_id, note, detail, at)
    SELECT $5, $4, 'outcome.resolved', changed.id, $3, jsonb_build_object('happened', $2::boolean), changed.at
    FROM changed
  ),
  ${event}
  SELECT * FROM appended`;

const RESUME_SQL = `
  WITH place AS (
    SELECT n.id FROM task t JOIN nest n ON n.id = t.nest_id WHERE t.id = $1 FOR KEY SHARE OF n
  ),
  changed AS (
    UPDATE task SET
      status = 'PENDING',
      version = version + 1,
      error_code = NULL,
      last_error_code = error_code,
      last_attempt_at = settled_at,
      attempts_before = attempt,
      settled_at = NULL,
      started_at = NULL,
      pending_at = ${AT},
      deadline_at = ${AT} + ($7::jsonb ->> kind)::bigint * interval '1 millisecond'
    WHERE ${IN_DOUBT_SQL} AND (nest_id IS NULL OR nest_id = (SELECT place.id FROM place))
    RETURNING ${changedSql(AT)}
  ),
  ${decidedSql(appendTaskEvent('task.accepted', 'always'))}`;

const CLOSE_SQL = `
  WITH changed AS (
    UPDATE task SET ${failedSql(`'CANCELLED'`, AT)}
    WHERE ${IN_DOUBT_SQL} AND nest_id IS NOT NULL AND NOT EXISTS (SELECT FROM nest n WHERE n.id = task.nest_id)
    RETURNING ${changedSql(AT)}
  ),
  ${decidedSql(appendTaskEvent('task.resolved', 'always'))}`;
