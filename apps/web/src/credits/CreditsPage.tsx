import { useRouteContext } from '@tanstack/react-router';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { CreditsView } from './CreditsView.tsx';
import { GrantPanel } from './GrantPanel.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { useBalance } from './use-balance.ts';

export function CreditsPage() {
  const locale = useLocale();
  const { role } = useRouteContext({ from: '/signed-in', select: ({ me }) => me });
  const ledger = trpc.credits.ledger.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  return (
    <CreditsView
      balance={useBalance()}
      ledger={
        <LedgerTable
          entries={ledger.data?.pages.flatMap((page) => page.items) ?? null}
          problem={ledger.error && refusalText(ledger.error, locale)}
          retrying={ledger.isFetching}
          onRetry={() => void ledger.refetch()}
          hasMore={ledger.hasNextPage}
          loadingMore={ledger.isFetchingNextPage}
          onMore={() => void ledger.fetchNextPage()}
        />
      }
      grant={role === 'admin' && <GrantPanel />}
    />
  );
}
