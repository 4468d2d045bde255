import type { ApprovalView } from '@dungji/contracts';
import { useSyncExternalStore } from 'react';
import { usePage } from '../page/page.ts';
import { approvalDeskOf } from './desk.ts';
import { isShown } from './hidden-cards.ts';
import { type Cards, useCards } from './use-cards.ts';

/** What waits for a decision and was not decided here, in the order in which it was first going to expire. */
export function useInbox(): Cards {
  const page = usePage();
  const { decisions } = approvalDeskOf(page);
  const hidden = useSyncExternalStore(decisions.subscribe, decisions.hidden);
  const list = useCards('ACTIONABLE');
  const inOrder = (a: ApprovalView, b: ApprovalView): number => {
    const [placeA, placeB] = [page.knownApprovals.placeOf(a), page.knownApprovals.placeOf(b)];
    if (placeA !== placeB) return placeA < placeB ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  };
  return { ...list, cards: list.cards?.filter((card) => isShown(hidden, card)).sort(inOrder) ?? null };
}
