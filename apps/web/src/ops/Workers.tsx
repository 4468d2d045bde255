import { formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Nothing, Panel } from './Panel.tsx';
import { useOpsText } from './use-ops-text.ts';

export interface WorkerRow {
  workerId: string;
  bootId: string;
  status: 'busy' | 'idle';
  queues: readonly ('issuance' | 'ocr' | 'approval' | 'generation' | 'maintenance')[];
  currentTaskIds: readonly string[];
  lastHeartbeatAt: string;
  consuming: boolean;
}

interface WorkersProps {
  /** `null`: not read yet. */
  workers: readonly WorkerRow[] | null;
  problem: string | null;
  nowMs: number;
}

/** Who is alive, by the last heartbeat, and what they are doing. */
export function Workers({ workers, problem, nowMs }: WorkersProps) {
  const t = useOpsText();
  const locale = useLocale();
  return (
    <Panel
      title={t('workers.title')}
      problem={problem === null ? null : { title: t('workers.problem'), text: problem }}
    >
      {workers === null ? (
        problem === null && <Skeleton className="h-20 w-full rounded-2xl" />
      ) : workers.length === 0 ? (
        <Nothing>{t('workers.none')}</Nothing>
      ) : (
        <ul className="grid divide-y divide-line">
          {workers.map((worker) => (
            <li key={worker.workerId} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{worker.workerId}</span>
                <WorkerState {...worker} />
              </div>
              <p className="text-sm text-ink-soft">
                {[
                  worker.queues.map((queue) => t(`kind.${queue}`)).join(', '),
                  t('workers.tasks', { count: worker.currentTaskIds.length }),
                  t('workers.heard', {
                    time: formatDuration(nowMs - Date.parse(worker.lastHeartbeatAt), locale),
                  }),
                ].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function WorkerState({ status, consuming }: Pick<WorkerRow, 'status' | 'consuming'>) {
  const t = useOpsText();
  const look = !consuming
    ? 'bg-danger-soft text-danger'
    : status === 'busy'
      ? 'bg-accent-soft text-accent'
      : 'bg-sunken text-ink-soft';
  return (
    <span className={cx('rounded-full px-2.5 py-0.5 text-[0.8125rem] font-semibold', look)}>
      {t(consuming ? `workers.${status}` : 'workers.deaf')}
    </span>
  );
}
