import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { Failures } from './Failures.tsx';
import { LOOK_AGAIN } from './look-again.ts';
import { Numbers } from './Numbers.tsx';
import { OpsView } from './OpsView.tsx';
import type { OpsSearch } from './ops-search.ts';
import { Queues } from './Queues.tsx';
import { SweepsPanel } from './SweepsPanel.tsx';
import { TaskDrawerPage } from './TaskDrawerPage.tsx';
import { TasksPanel } from './TasksPanel.tsx';
import { useOpsText } from './use-ops-text.ts';
import { Videos } from './Videos.tsx';
import { Workers } from './Workers.tsx';

/** The operators' page. Numbers are read every few seconds while somebody looks, and at once when an event says so. */
export function OpsPage() {
  const locale = useLocale();
  const { tab = 'overview', task, ...filters } = useSearch({ from: '/signed-in/ops' });
  const navigate = useNavigate({ from: '/ops' });
  const overview = trpc.ops.overview.useQuery(undefined, LOOK_AGAIN);
  const show = (search: OpsSearch) => void navigate({ search });
  return (
    <>
      <OpsView
        tab={tab}
        readAt={overview.data?.serverNow ?? null}
        problem={overview.error && refusalText(overview.error, locale)}
        panels={{
          overview: () => <Overview onShowDoubtful={() => show({ tab: 'tasks', inDoubt: true })} />,
          tasks: () => (
            <TasksPanel filters={filters} onFilters={(chosen) => show({ tab: 'tasks', ...chosen })} />
          ),
          sweeps: () => <SweepsPanel day={overview.data?.sweeps24h ?? null} />,
          audit: () => <AuditPanel />,
        }}
      />
      {task && (
        <TaskDrawerPage
          taskId={task}
          onClose={() =>
            void navigate({ search: (shown) => ({ ...shown, task: undefined }), resetScroll: false })
          }
        />
      )}
    </>
  );
}

function Overview({ onShowDoubtful }: { onShowDoubtful: () => void }) {
  const t = useOpsText();
  const locale = useLocale();
  const nowMs = useServerNow(true);
  const { role } = useRouteContext({ from: '/signed-in', select: ({ me }) => me });
  const overview = trpc.ops.overview.useQuery();
  const workers = trpc.ops.workers.useQuery(undefined, LOOK_AGAIN);
  const queues = trpc.ops.queues.useQuery(undefined, LOOK_AGAIN);
  const inDoubt = overview.data?.inDoubt ?? 0;
  return (
    <>
      {inDoubt > 0 && (
        <Notice
          tone="caution"
          title={t('doubt.title', { count: inDoubt })}
          actions={
            <Button size="small" onClick={onShowDoubtful}>
              {t('doubt.show')}
            </Button>
          }
        >
          {t('doubt.lead')}
        </Notice>
      )}
      <Numbers overview={overview.data ?? null} nowMs={nowMs} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Workers
          workers={workers.data ?? null}
          problem={workers.error && refusalText(workers.error, locale)}
          nowMs={nowMs}
        />
        <Queues
          queues={queues.data ?? null}
          problem={queues.error && refusalText(queues.error, locale)}
          nowMs={nowMs}
          isAdmin={role === 'admin'}
        />
      </div>
      <Videos overview={overview.data ?? null} nowMs={nowMs} />
      <Failures settled={overview.data?.settled24h ?? null} />
    </>
  );
}
