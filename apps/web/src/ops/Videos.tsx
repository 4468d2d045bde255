import type { OverviewView } from '@dungji/contracts';
import { formatCredits } from '../credits/format-credits.ts';
import { formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tile } from './Numbers.tsx';
import type { TaskFilters } from './ops-search.ts';
import { Panel } from './Panel.tsx';
import { useOpsText } from './use-ops-text.ts';

interface VideosProps {
  /** `null`: not read yet. */
  overview: Pick<OverviewView, 'credits' | 'generations'> | null;
  nowMs: number;
}

/** What is at the provider, and what it cost. A ledger that does not add up is never repaired by itself. */
export function Videos({ overview, nowMs }: VideosProps) {
  const t = useOpsText();
  const locale = useLocale();
  if (!overview) return <Skeleton className="h-60 w-full rounded-card" />;
  const { credits, generations } = overview;
  const { oldestRenderingSince: oldest } = generations;
  const underWay: TaskFilters = { kind: 'generation', status: 'PROCESSING' };
  return (
    <Panel title={t('videos.title')}>
      <dl aria-label={t('videos.title')} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Tile label={t('videos.rendering')} filters={underWay}>
          {generations.rendering}
        </Tile>
        <Tile label={t('videos.oldestRendering')}>
          {oldest ? formatDuration(nowMs - Date.parse(oldest), locale) : t('numbers.none')}
        </Tile>
        <Tile label={t('videos.askOverdue')} alarm={generations.askOverdue > 0} filters={underWay}>
          {generations.askOverdue}
        </Tile>
        <Tile label={t('videos.resultMissing')} alarm={generations.resultMissing > 0} filters={underWay}>
          {generations.resultMissing}
        </Tile>
        <Tile label={t('videos.charged')}>{formatCredits(credits.charged24h)}</Tile>
        <Tile label={t('videos.refunded')} filters={{ kind: 'generation', status: 'FAILED' }}>
          {formatCredits(credits.refunded24h)}
        </Tile>
        <Tile label={t('videos.granted')}>{formatCredits(credits.granted24h)}</Tile>
        <Tile label={t('videos.mismatches')} alarm={credits.mismatches > 0}>
          {credits.mismatches}
        </Tile>
      </dl>
    </Panel>
  );
}
