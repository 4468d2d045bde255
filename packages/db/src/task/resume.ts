import type { ApprovalId, ApprovalView, TaskId, TaskView, UserId } from '@dungji/contracts';
import type { Tx } from '../db.ts';
import { appendNews, changedSql, type EventRow, emitAccepted } from '../event/append.ts';

/** An operator's approval of a card that the caller holds locked. */
export interface HeldDecision {
  readonly approvalId: ApprovalId;
  readonly taskId: TaskId;
  readonly operatorId: UserId;
  readonly actionId: string;
  readonly pendingLimitMs: number;
  readonly at?: Date | undefined;
}

export interface AcceptedCard {
  readonly task: TaskView;
  readonly approval: ApprovalView;
}

/**
 * From: nothing.   To: PENDING, of the requester; its card ACCEPTED.
 * Guard: the card has no task (unique index).
 * Events: task.accepted, approval.accepted, to the requester and the operators; the decision is recorded too.
 * Null when: there is no such card.
 * Called by: approve.
 */
export const acceptApprovalTask = (tx: Tx, decision: HeldDecision): Promise<AcceptedCard | null> =>
  run(tx, ACCEPT_SQL, decision);

/**
 * From: FAILED, of an approval.   To: PENDING, the same row on the same steps; its card ACCEPTED.
 * Guard: the task is FAILED and the card's.
 * Events and record: as `acceptApprovalTask`.
 * Null when: the task is not FAILED.
 * Called by: approve.
 *
 * Waiting time, limits and the count of attempts begin anew; the attempt goes on counting, for it is the fence.
 */
export const resumeTask = (tx: Tx, decision: HeldDecision): Promise<AcceptedCard | null> =>
  run(tx, RESUME_SQL, decision);

async function run(tx: Tx, text: string, decision: HeldDecision): Promise<AcceptedCard | null> {
  const { rows } = await tx.query<EventRow>(text, [
    decision.approvalId,
    decision.taskId,
    decision.operatorId,
    decision.actionId,
    decision.pendingLimitMs,
    decision.at ?? null,
  ]);
  return emitAccepted(tx, rows);
}

const AT = 'coalesce($6::timestamptz, now())';
const DEADLINE_AT = `${AT} + $5::bigint * interval '1 millisecond'`;

/** The card goes along with its task, and the operator's word is put on record. */
const acceptedSql = (changed: string): string => `
  WITH changed AS (${changed}
    RETURNING ${changedSql(AT)}
  ),
  carded AS (
    UPDATE approval AS a SET
      status = 'ACCEPTED',
      version = a.version + 1,
      decided_by = $3,
      decided_at = changed.at,
      task_id = changed.id,
      last_error_code = NULL,
      last_error_message = NULL,
      restorable = false
    FROM changed
    WHERE a.id = $1
    RETURNING approval_snapshot(a, changed.view, NULL) AS view
  ),
  recorded AS (
    INSERT INTO operator_action (id, operator_id, action, task_id, detail, at)
    SELECT $4, $3, 'approval.approved', changed.id, jsonb_build_object('approvalId', $1::text), changed.at FROM changed
  ),
  news (place, type) AS (
    SELECT * FROM (VALUES (1, 'task.accepted'), (2, 'approval.accepted')) AS told WHERE EXISTS (SELECT FROM changed)
  ),
  ${appendNews()}
  SELECT * FROM appended`;

const ACCEPT_SQL = acceptedSql(`
    INSERT INTO task (id, kind, user_id, input, approval_id, progress, created_at, pending_at, deadline_at)
    SELECT $2, 'approval', a.requested_by, jsonb_build_object('approvalId', a.id), a.id,
           jsonb_build_object('done', 0, 'total', jsonb_array_length(a.plan), 'label', a.plan -> 0 ->> 'name'),
           ${AT}, ${AT}, ${DEADLINE_AT}
    FROM approval a WHERE a.id = $1`);

const RESUME_SQL = acceptedSql(`
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
      deadline_at = ${DEADLINE_AT}
    WHERE id = $2 AND kind = 'approval' AND approval_id = $1 AND status = 'FAILED'`);
