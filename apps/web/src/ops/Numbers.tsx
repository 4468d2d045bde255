import type { OverviewView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { TaskFilters } from './ops-search.ts';
import { useOpsText } from './use-ops-text.ts';

interface NumbersProps {
  /** `null`: not read yet. */
  overview: OverviewView | null;
  nowMs: number;
}

const sum = (rows: readonly { count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);

/** How everything stands. A number that should be nought is marked when it is not; counts of tasks lead to them. */
export function Numbers({ overview, nowMs }: NumbersProps) {
  const t = useOpsText();
  const locale = useLocale();
  const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4';
  if (!overview) return <Skeletons className={grid} />;
  const since = (iso: string) => formatDuration(nowMs - Date.parse(iso), locale);
  const { active, settled24h, lastSweep } = overview;
  return (
    <dl aria-label={t('numbers.label')} className={grid}>
      <Tile label={t('numbers.inDoubt')} alarm={overview.inDoubt > 0} filters={{ inDoubt: true }}>
        {overview.inDoubt}
      </Tile>
      <Tile label={t('numbers.pending')} filters={{ status: 'PENDING' }}>
        {sum(active.filter(({ status }) => status === 'PENDING'))}
      </Tile>
      <Tile label={t('numbers.processing')} filters={{ status: 'PROCESSING' }}>
        {sum(active.filter(({ status }) => status === 'PROCESSING'))}
      </Tile>
      <Tile label={t('numbers.waitingForRetry')}>{overview.waitingForRetry}</Tile>
      <Tile label={t('numbers.overdue')} alarm={overview.overdue > 0}>
        {overview.overdue}
      </Tile>
      <Tile label={t('numbers.workerMissing')} alarm={overview.workerMissing > 0}>
        {overview.workerMissing}
      </Tile>
      <Tile label={t('numbers.openOnceSteps')}>{overview.openOnceSteps}</Tile>
      <Tile label={t('numbers.oldestPending')}>
        {overview.oldestPendingSince ? since(overview.oldestPendingSince) : t('numbers.none')}
      </Tile>
      <Tile label={t('numbers.succeeded')} filters={{ status: 'SUCCESS' }}>
        {sum(settled24h.filter(({ errorCode }) => errorCode === null))}
      </Tile>
      <Tile label={t('numbers.failed')} filters={{ status: 'FAILED' }}>
        {sum(settled24h.filter(({ errorCode }) => errorCode !== null))}
      </Tile>
      <Tile label={t('numbers.lastSweep')}>
        {lastSweep ? t('numbers.ago', { time: since(lastSweep.at) }) : t('numbers.lastSweepNever')}
      </Tile>
      <Tile label={t('numbers.sweepErrors')} alarm={overview.sweeps24h.errors > 0}>
        {overview.sweeps24h.errors}
      </Tile>
    </dl>
  );
}

interface TileProps {
  label: string;
  alarm?: boolean;
  /** Where the counted tasks are listed. */
  filters?: TaskFilters;
  children: ReactNode;
}

/** One number with its name. */
export function Tile({ label, alarm = false, filters, children }: TileProps) {
  return (
    <div
      className={cx(
        'relative flex flex-col-reverse justify-end gap-0.5 rounded-2xl p-4 ring-1 ring-inset',
        alarm ? 'bg-caution-soft text-caution ring-caution/40' : 'bg-sunken ring-transparent',
        filters && 'transition-shadow hover:ring-line-strong',
      )}
    >
      <dt className={cx('text-sm', alarm ? 'font-semibold' : 'text-ink-soft')}>
        {filters ? (
          <Link
            to="/ops"
            search={{ tab: 'tasks', ...filters }}
            className="after:absolute after:inset-0 after:rounded-2xl"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="text-2xl font-bold tabular-nums">{children}</dd>
    </div>
  );
}

const TILES = 12;

const Skeletons = ({ className }: { className: string }) => (
  <div className={className}>
    {Array.from({ length: TILES }, (_, index) => (
      <Skeleton key={index} className="h-22 rounded-2xl" />
    ))}
  </div>
);
