import { Outlet } from '@tanstack/react-router';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { NestList } from './NestList.tsx';

/** The list, and above it whichever nest's dialog the address names. */
export function NestListPage() {
  const locale = useLocale();
  const list = trpc.nests.list.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  return (
    <>
      <NestList
        nests={list.data?.pages.flatMap((page) => page.items) ?? null}
        problem={list.error ? refusalText(list.error, locale) : null}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
        hasMore={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      <Outlet />
    </>
  );
}
