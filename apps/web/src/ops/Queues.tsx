import { formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { cellClass, headClass, narrowClass, numberClass, Panel, Scroll, wideClass } from './Panel.tsx';
import { useOpsText } from './use-ops-text.ts';
import type { WorkerRow } from './Workers.tsx';

export interface QueueRow {
  queue: WorkerRow['queues'][number];
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestWaitingSince: string | null;
}

interface QueuesProps {
  /** `null`: not read yet. */
  queues: readonly QueueRow[] | null;
  problem: string | null;
  nowMs: number;
  /** Admins may open Bull Board. */
  isAdmin: boolean;
}

const COUNTS = ['waiting', 'active', 'delayed', 'failed'] as const;

/** What stands in Redis. It carries hints only: a task without a job here is not lost. */
export function Queues({ queues, problem, nowMs, isAdmin }: QueuesProps) {
  const t = useOpsText();
  const locale = useLocale();
  const inWords = (row: QueueRow) =>
    COUNTS.filter((count) => row[count] > 0)
      .map((count) => `${t(`queues.${count}`)} ${row[count]}`)
      .join(' · ') || t('queues.empty');
  return (
    <Panel
      title={t('queues.title')}
      problem={problem === null ? null : { title: t('queues.problem'), text: problem }}
    >
      {queues === null ? (
        problem === null && <Skeleton className="h-44 w-full rounded-2xl" />
      ) : (
        <Scroll label={t('queues.title')}>
          <table className="w-full border-collapse">
            <thead>
              <tr>
                <th scope="col" className={headClass}>
                  {t('queues.queue')}
                </th>
                {COUNTS.map((count) => (
                  <th key={count} scope="col" className={cx(headClass, wideClass, 'text-right')}>
                    {t(`queues.${count}`)}
                  </th>
                ))}
                <th scope="col" className={cx(headClass, 'text-right')}>
                  {t('queues.oldest')}
                </th>
              </tr>
            </thead>
            <tbody>
              {queues.map((row) => (
                <tr key={row.queue}>
                  <th scope="row" className={cx(cellClass, 'text-left font-semibold whitespace-nowrap')}>
                    {t(`kind.${row.queue}`)}
                    <span className={cx(narrowClass, 'font-normal text-ink-soft')}>{inWords(row)}</span>
                  </th>
                  {COUNTS.map((count) => (
                    <td
                      key={count}
                      className={cx(cellClass, numberClass, wideClass, row[count] === 0 && 'text-ink-faint')}
                    >
                      {row[count]}
                    </td>
                  ))}
                  <td className={cx(cellClass, numberClass, 'whitespace-nowrap text-ink-soft')}>
                    {row.oldestWaitingSince
                      ? formatDuration(nowMs - Date.parse(row.oldestWaitingSince), locale)
                      : t('numbers.none')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {isAdmin && (
        <a
          href="/admin/queues"
          className="justify-self-start rounded-md text-sm font-semibold text-accent underline"
        >
          {t('queues.board')}
        </a>
      )}
    </Panel>
  );
}
