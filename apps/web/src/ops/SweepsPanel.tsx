import type { OverviewView } from '@dungji/contracts';
import { toast } from 'sonner';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { LOOK_AGAIN } from './look-again.ts';
import { SweepPanel } from './SweepPanel.tsx';

export function SweepsPanel({ day }: { day: OverviewView['sweeps24h'] | null }) {
  const locale = useLocale();
  const { queries } = usePage();
  const runs = trpc.ops.sweeps.useInfiniteQuery(
    {},
    { ...LOOK_AGAIN, getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const sweep = trpc.ops.sweep.useMutation({
    onSettled: () => void queries.ops.invalidate(),
    onError: (error) => void toast.error(refusalText(error, locale), { id: 'sweep' }),
  });
  return (
    <SweepPanel
      runs={runs.data?.pages.flatMap((page) => page.items) ?? null}
      day={day}
      problem={runs.error && refusalText(runs.error, locale)}
      sweeping={sweep.isPending}
      answer={sweep.data ?? null}
      hasMore={runs.hasNextPage}
      loadingMore={runs.isFetchingNextPage}
      onSweep={() => sweep.mutate()}
      onMore={() => void runs.fetchNextPage()}
    />
  );
}
