import type { NestId, UserId } from '@dungji/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { LOOK_AGAIN } from './look-again.ts';
import type { TaskFilters } from './ops-search.ts';
import { Panel } from './Panel.tsx';
import { TaskFilterBar } from './TaskFilterBar.tsx';
import { TaskTable } from './TaskTable.tsx';
import { useOpsText } from './use-ops-text.ts';

/** Everybody's tasks, filtered by what the address says. */
export function TasksPanel({
  filters,
  onFilters,
}: {
  filters: TaskFilters;
  onFilters: (filters: TaskFilters) => void;
}) {
  const t = useOpsText();
  const locale = useLocale();
  const nowMs = useServerNow(true);
  const workers = trpc.ops.workers.useQuery(undefined, LOOK_AGAIN);
  const tasks = trpc.ops.tasks.useInfiniteQuery(
    {
      ...filters,
      userId: filters.userId as UserId | undefined,
      nestId: filters.nestId as NestId | undefined,
    },
    {
      ...LOOK_AGAIN,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    },
  );
  return (
    <Panel
      title={t('tasks.title')}
      problem={tasks.error && { title: t('tasks.problem'), text: refusalText(tasks.error, locale) }}
    >
      <TaskFilterBar
        filters={filters}
        workerIds={workers.data?.map(({ workerId }) => workerId) ?? []}
        onChange={onFilters}
      />
      {(tasks.data || !tasks.error) && (
        <TaskTable
          tasks={tasks.data?.pages.flatMap((page) => page.items) ?? null}
          nowMs={nowMs}
          hasMore={tasks.hasNextPage}
          loadingMore={tasks.isFetchingNextPage}
          onMore={() => void tasks.fetchNextPage()}
        />
      )}
    </Panel>
  );
}
