import type { ApprovalId, ApprovalView, UserId } from '@dungji/contracts';
import { type Db, inTransaction } from '../db.ts';
import { appendCardEvent, type EventRow, emitApproval } from '../event/append.ts';
import { newId } from '../ids.ts';
import { holdApproval, type TooLate, tooLate } from './refusal.ts';

export interface RejectCard {
  readonly approvalId: ApprovalId;
  readonly operatorId: UserId;
  readonly note?: string | undefined;
  readonly at?: Date | undefined;
}

export type RejectAnswer = { readonly outcome: 'rejected_now'; readonly approval: ApprovalView } | TooLate;

/**
 * From: OPEN, or FAILED and restorable.   To: REJECTED.
 * Guard: nobody has decided, and its time is not over; a card past it expires instead.
 * Event: approval.resolved. The decision is recorded in the same statement.
 * Null when: there is no such card.
 * Called by: api (people who are operators).
 */
export function rejectApproval(db: Db, reject: RejectCard): Promise<RejectAnswer | null> {
  const { approvalId, operatorId, note, at } = reject;
  return inTransaction(db, async (tx) => {
    const held = await holdApproval(tx, approvalId, at);
    if (!held) return null;
    const late = await tooLate(tx, held, at);
    if (late) return late;
    const { rows } = await tx.query<EventRow>(REJECT_SQL, [
      approvalId,
      operatorId,
      note ?? null,
      newId.operatorAction(),
      at ?? null,
    ]);
    const approval = emitApproval(tx, rows);
    if (!approval) throw new Error(`${approvalId}: a held card changed under its own transaction`);
    return { outcome: 'rejected_now', approval };
  });
}

const AT = 'coalesce($5::timestamptz, now())';

const REJECT_SQL = `
  WITH carded AS (
    UPDATE approval AS a SET
      status = 'REJECTED',
      version = a.version + 1,
      decided_by = $2,
      decided_at = ${AT},
      decision_note = $3,
      restorable = false
    WHERE a.id = $1
    RETURNING a.requested_by, a.id, a.task_id, ${AT} AS at,
              approval_snapshot(a, (SELECT task_snapshot(t) FROM task t WHERE t.id = a.task_id), NULL) AS view
  ),
  recorded AS (
    INSERT INTO operator_action (id, operator_id, action, task_id, note, detail, at)
    SELECT $4, $2, 'approval.rejected', carded.task_id, $3, jsonb_build_object('approvalId', carded.id), carded.at
    FROM carded
  ),
  ${appendCardEvent('approval.resolved')}
  SELECT * FROM appended`;
