import type { ApprovalFilter, ApprovalView } from '@dungji/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';

/** A list of cards as the screens take it. */
export interface Cards {
  /** `null`: not read yet. */
  cards: ApprovalView[] | null;
  problem: string | null;
  retrying: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  onRetry: () => void;
}

/** As many as a person can look through; the live lists rarely hold more. */
const LIVE_PAGE = 100;
const HISTORY_PAGE = 30;

const isLiveFilter = (status: ApprovalFilter | undefined) => status === 'ACTIONABLE' || status === 'ACCEPTED';

/** Cards of one kind; events keep them fresh. */
export function useCards(status: ApprovalFilter | undefined): Cards {
  const locale = useLocale();
  const list = trpc.approvals.list.useInfiniteQuery(
    { status, limit: isLiveFilter(status) ? LIVE_PAGE : HISTORY_PAGE },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData },
  );
  return {
    cards: list.data?.pages.flatMap((page) => page.items) ?? null,
    problem: list.error ? refusalText(list.error, locale) : null,
    retrying: list.isFetching,
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    onMore: () => void list.fetchNextPage(),
    onRetry: () => void list.refetch(),
  };
}
