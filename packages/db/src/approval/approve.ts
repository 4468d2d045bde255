import {
  type ApprovalId,
  type ApprovalView,
  KINDS,
  type Limits,
  type TaskId,
  type TaskView,
  type UserId,
} from '@dungji/contracts';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { newId } from '../ids.ts';
import { acceptApprovalTask, resumeTask } from '../task/resume.ts';
import { holdApproval, type TooLate, tooLate } from './refusal.ts';

export interface ApproveCard {
  readonly approvalId: ApprovalId;
  readonly operatorId: UserId;
  readonly limits: Limits;
  readonly at?: Date | undefined;
}

export type ApproveAnswer =
  /** Accepted now: dispatch the task. */
  | { readonly outcome: 'accepted'; readonly task: TaskView; readonly approval: ApprovalView }
  /** Somebody approved it before, and it is under way: a second click is no error. */
  | { readonly outcome: 'reused'; readonly task: TaskView; readonly approval: ApprovalView }
  | TooLate;

/**
 * From: OPEN, or FAILED and restorable.   To: ACCEPTED; and its task PENDING, a new row the first time, the same row on
 * the same steps every further time.
 * Guard: nobody has decided, and its time is not over; a card past it expires instead.
 * Events: task.accepted, approval.accepted. The decision is recorded in the same statement.
 * Null when: there is no such card.
 * Called by: api (people who are operators).
 *
 * Locks, in order: task (if the card has one), approval, user stream, operators.
 */
export function approveApproval(db: Db, approve: ApproveCard): Promise<ApproveAnswer | null> {
  const { approvalId, limits, at } = approve;
  return inTransaction(db, async (tx) => {
    await holdTask(tx, approvalId);
    const held = await holdApproval(tx, approvalId, at);
    if (!held) return null;
    const { approval } = held;
    if (approval.status === 'ACCEPTED' && approval.task) {
      return { outcome: 'reused', approval, task: approval.task };
    }
    const late = await tooLate(tx, held, at);
    if (late) return late;
    const decision = {
      approvalId,
      operatorId: approve.operatorId,
      actionId: newId.operatorAction(),
      pendingLimitMs: KINDS.approval.pendingLimitMs(limits),
      at,
    };
    const accepted =
      approval.taskId === null
        ? await acceptApprovalTask(tx, { ...decision, taskId: newId.task() })
        : await resumeTask(tx, { ...decision, taskId: approval.taskId });
    if (!accepted) throw new Error(`${approvalId}: a held card changed under its own transaction`);
    return { outcome: 'accepted', ...accepted };
  });
}

/** Its task's row first, as everywhere. A card gets its task once and keeps it, so the look before the lock is no race. */
async function holdTask(tx: Tx, approvalId: ApprovalId): Promise<void> {
  await tx.query<{ id: TaskId }>(
    `SELECT t.id FROM approval a JOIN task t ON t.id = a.task_id WHERE a.id = $1 FOR NO KEY UPDATE OF t`,
    [approvalId],
  );
}
