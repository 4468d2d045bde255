import { Hourglass } from 'lucide-react';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { badgeClass } from './CardBadge.tsx';
import { formatLife, type Urgency, urgencyOf } from './card-life.ts';
import { useApprovalText } from './use-approval-text.ts';

const COLOR = {
  calm: 'bg-sunken text-ink-soft',
  soon: 'bg-caution-soft text-caution',
  urgent: 'bg-danger-soft text-danger',
  over: 'bg-sunken text-ink-soft',
} as const satisfies Record<Urgency, string>;

/** How long a card can still be decided, by the server's clock. */
export function LifeBadge({ expiresAt, nowMs }: { expiresAt: string; nowMs: number }) {
  const t = useApprovalText();
  const locale = useLocale();
  const urgency = urgencyOf(expiresAt, nowMs);
  return (
    <span className={cx(badgeClass, 'tabular-nums', COLOR[urgency])}>
      <Hourglass aria-hidden className="size-3.5" strokeWidth={2.4} />
      {urgency === 'over'
        ? t('card.over')
        : t('card.left', { time: formatLife(Date.parse(expiresAt) - nowMs, locale) })}
    </span>
  );
}
