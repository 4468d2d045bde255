import { type ApprovalFilter, type ApprovalView, isActionable } from '@dungji/contracts';

/** Whether this card will still change by itself or by a person. */
export const isLive = (card: ApprovalView): boolean => isActionable(card) || card.status === 'ACCEPTED';

export const matchesFilter = (card: ApprovalView, filter: ApprovalFilter | undefined): boolean =>
  filter === undefined || (filter === 'ACTIONABLE' ? isActionable(card) : card.status === filter);
