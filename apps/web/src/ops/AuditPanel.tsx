import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { AuditList } from './AuditList.tsx';
import { LOOK_AGAIN } from './look-again.ts';

export function AuditPanel() {
  const locale = useLocale();
  const audit = trpc.ops.audit.useInfiniteQuery(
    {},
    { ...LOOK_AGAIN, getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  return (
    <AuditList
      actions={audit.data?.pages.flatMap((page) => page.items) ?? null}
      problem={audit.error && refusalText(audit.error, locale)}
      hasMore={audit.hasNextPage}
      loadingMore={audit.isFetchingNextPage}
      onMore={() => void audit.fetchNextPage()}
    />
  );
}
