import { type ApprovalView, isActionable } from '@dungji/contracts';
import type { ApprovalChange } from '../live/known-approvals.ts';

/** What happened to a card without one's own doing. */
export type NewsKind =
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'applied'
  | 'failed'
  | 'failedForGood'
  | 'interrupted'
  | 'overtaken'
  | 'overtakenExpired'
  | 'overtakenGone';

export interface News {
  /** The same happening has the same id, whichever stream told it and in whichever tab. */
  readonly id: string;
  readonly kind: NewsKind;
  readonly cardId: string;
  readonly title: string;
  /** Whose decision it was. */
  readonly name: string | null;
  readonly at: string;
}

/** These reach people who look elsewhere too. */
export const isAlarm = ({ kind }: News): boolean =>
  kind === 'failed' || kind === 'failedForGood' || kind === 'interrupted';

/**
 * What a change of a card is to tell, if anything. A card that is merely met for the first time is no news, unless an
 * event says that it just happened.
 * @param at the server's time
 */
export function newsOf(
  { card, before, told }: ApprovalChange,
  ownId: string | null,
  at: string,
): News | null {
  const kind = kindOf(card, before, told, ownId);
  if (kind === null) return null;
  const { id, version, title, decidedByName } = card;
  return { id: `${id}/${version}/${kind}`, kind, cardId: id, title, name: decidedByName, at };
}

function kindOf(
  card: ApprovalView,
  before: ApprovalView | null,
  told: ApprovalChange['told'],
  ownId: string | null,
): NewsKind | null {
  if (before === null && told === null) return null;
  const isByOther = card.decidedBy !== ownId;
  switch (card.status) {
    case 'OPEN':
      return null;
    case 'ACCEPTED':
      if (isInterrupted(card, before, told)) return 'interrupted';
      return before !== null && isActionable(before) && isByOther ? 'approved' : null;
    case 'APPLIED':
      return before?.status === 'APPLIED' ? null : 'applied';
    case 'FAILED':
      if (before?.status === 'FAILED') return null;
      return card.restorable ? 'failed' : 'failedForGood';
    case 'REJECTED':
      return before?.status !== 'REJECTED' && isByOther ? 'rejected' : null;
    case 'EXPIRED':
      return before?.status === 'EXPIRED' ? null : 'expired';
  }
}

/** By its own event; while only polls are heard, by a worker that was lost since the last one. */
function isInterrupted(
  card: ApprovalView,
  before: ApprovalView | null,
  told: ApprovalChange['told'],
): boolean {
  if (told !== null) return told === 'approval.interrupted';
  const [now, then] = [card.task, before?.task];
  if (before?.status !== 'ACCEPTED' || !now || !then || now.lastErrorCode !== 'WORKER_LOST') return false;
  const isNewPause = now.nextRetryAt !== null && now.nextRetryAt !== then.nextRetryAt;
  return isNewPause || (then.attempt > 0 && now.attempt > then.attempt);
}
