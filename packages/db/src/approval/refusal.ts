import type { ApprovalId, ApprovalView } from '@dungji/contracts';
import type { Tx } from '../db.ts';
import { expireApproval } from './expire.ts';
import { READ_CARD_SQL } from './read.ts';
import { type ApprovalSnapshot, toApprovalView } from './view.ts';

/** Why a decision came too late; the card tells who decided. */
export interface TooLate {
  readonly outcome: 'expired' | 'rejected' | 'resolved';
  readonly approval: ApprovalView;
}

/** A card that is held still for a decision. */
export interface HeldCard {
  readonly approval: ApprovalView;
  readonly isOverdue: boolean;
}

/**
 * Locks the card until the end of the transaction, so that of two decisions the second sees the first. Whoever needs its
 * task's row too has locked that before: the order is task → approval.
 *
 * Null when: there is no such card.
 */
export async function holdApproval(tx: Tx, approvalId: ApprovalId, at?: Date): Promise<HeldCard | null> {
  const { rows: held } = await tx.query<{ overdue: boolean }>(
    `SELECT expires_at <= coalesce($2::timestamptz, now()) AS overdue FROM approval WHERE id = $1 FOR NO KEY UPDATE`,
    [approvalId, at ?? null],
  );
  if (!held[0]) return null;
  // A statement of its own: it sees what was committed while this one waited for the lock.
  const { rows } = await tx.query<{ view: ApprovalSnapshot }>(
    `SELECT ${READ_CARD_SQL} AS view FROM approval a WHERE a.id = $1`,
    [approvalId],
  );
  const row = rows[0];
  return row ? { approval: toApprovalView(row.view), isOverdue: held[0].overdue } : null;
}

/** Null: it may be decided now. A card past its time that the sweep has not come to yet expires here. */
export async function tooLate(tx: Tx, { approval, isOverdue }: HeldCard, at?: Date): Promise<TooLate | null> {
  const { status, restorable } = approval;
  if (status === 'REJECTED') return { outcome: 'rejected', approval };
  if (status === 'EXPIRED') return { outcome: 'expired', approval };
  if (status !== 'OPEN' && !restorable) return { outcome: 'resolved', approval };
  if (!isOverdue) return null;
  const expired = await expireApproval(tx, approval.id, at);
  return { outcome: 'expired', approval: expired ?? approval };
}
