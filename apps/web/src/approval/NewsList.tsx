import { CircleAlert, Clock, Info, TriangleAlert, X } from 'lucide-react';
import { formatClock } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import type { News, NewsKind } from './card-news.ts';
import { newsText } from './news-text.ts';
import { Part } from './Part.tsx';
import { useApprovalText } from './use-approval-text.ts';

interface NewsListProps {
  news: readonly News[];
  onDismiss: (id: string) => void;
  onClear: () => void;
}

const LOOK = {
  approved: { Icon: Info, color: 'text-accent' },
  applied: { Icon: Info, color: 'text-accent' },
  rejected: { Icon: Info, color: 'text-ink-soft' },
  expired: { Icon: Clock, color: 'text-ink-soft' },
  failed: { Icon: CircleAlert, color: 'text-danger' },
  failedForGood: { Icon: CircleAlert, color: 'text-danger' },
  interrupted: { Icon: TriangleAlert, color: 'text-caution' },
  overtaken: { Icon: TriangleAlert, color: 'text-caution' },
  overtakenExpired: { Icon: TriangleAlert, color: 'text-caution' },
  overtakenGone: { Icon: TriangleAlert, color: 'text-caution' },
} as const satisfies Record<NewsKind, unknown>;

/** What others did and what became of the runs, while this page is open. */
export function NewsList({ news, onDismiss, onClear }: NewsListProps) {
  const t = useApprovalText();
  const locale = useLocale();
  if (news.length === 0) return null;
  return (
    <Part
      title={t('news.title')}
      action={
        news.length > 1 && (
          <Button look="quiet" size="small" className="-my-1 -mr-3" onClick={onClear}>
            {t('news.clear')}
          </Button>
        )
      }
    >
      <ul className="grid gap-3">
        {news.map((item) => {
          const { Icon, color } = LOOK[item.kind];
          return (
            <li key={item.id} className="flex items-start gap-2.5 text-sm">
              <Icon aria-hidden className={cx('mt-0.5 size-4.5 shrink-0', color)} />
              <p className="min-w-0 flex-1">
                {newsText(t, item)}{' '}
                <span className="whitespace-nowrap text-ink-soft tabular-nums">
                  {formatClock(item.at, locale)}
                </span>
              </p>
              <Button
                look="quiet"
                size="icon"
                className="-my-1.5 -mr-2 size-8"
                aria-label={t('news.dismiss')}
                onClick={() => onDismiss(item.id)}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
