import { Check, CircleAlert, CircleDashed, Clock, LoaderCircle, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../ui/class-names.ts';
import type { DocumentPhase } from './document-phase.ts';

const LOOK = {
  none: { Icon: CircleDashed, color: 'bg-sunken text-ink-soft' },
  waiting: { Icon: Clock, color: 'bg-sunken text-ink' },
  working: { Icon: LoaderCircle, color: 'bg-accent-soft text-accent' },
  retrying: { Icon: RotateCw, color: 'bg-caution-soft text-caution' },
  finishing: { Icon: LoaderCircle, color: 'bg-accent-soft text-accent' },
  ready: { Icon: Check, color: 'bg-accent-soft text-accent' },
  failed: { Icon: CircleAlert, color: 'bg-danger-soft text-danger' },
  cancelled: { Icon: X, color: 'bg-sunken text-ink-soft' },
} as const satisfies Record<DocumentPhase, unknown>;

/** One document's phase in a word; never by colour alone. */
export function PhaseBadge({ phase }: { phase: DocumentPhase }) {
  const { t } = useTranslation();
  const { Icon, color } = LOOK[phase];
  const turning = phase === 'working' || phase === 'finishing';
  return (
    <span
      className={cx(
        'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-[0.8125rem] font-semibold',
        color,
      )}
    >
      <Icon aria-hidden className={cx('size-3.5', turning && 'animate-spin')} strokeWidth={2.4} />
      {t(`document.status.${phase}`)}
    </span>
  );
}
