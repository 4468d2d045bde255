import { Check, CircleAlert, CircleHelp, Clock, LoaderCircle, RotateCw, X } from 'lucide-react';
import { cx } from '../ui/class-names.ts';
import type { GenerationPhase } from './generation-phase.ts';
import { useStudioText } from './use-studio-text.ts';

const AT_WORK = { Icon: LoaderCircle, color: 'bg-accent-soft text-accent', turns: true };
const LOOK = {
  requested: { Icon: LoaderCircle, color: 'bg-sunken text-ink', turns: true },
  unsure: { Icon: CircleHelp, color: 'bg-caution-soft text-caution', turns: false },
  queued: { Icon: Clock, color: 'bg-sunken text-ink', turns: false },
  submitting: AT_WORK,
  rendering: AT_WORK,
  copying: AT_WORK,
  retrying: { Icon: RotateCw, color: 'bg-caution-soft text-caution', turns: false },
  ready: { Icon: Check, color: 'bg-accent-soft text-accent', turns: false },
  failed: { Icon: CircleAlert, color: 'bg-danger-soft text-danger', turns: false },
  cancelled: { Icon: X, color: 'bg-sunken text-ink-soft', turns: false },
} as const satisfies Record<BadgePhase, unknown>;

/** Also what stands there before the server has answered. */
export type BadgePhase = GenerationPhase | 'requested' | 'unsure';

/** Where a video stands, in a word; never by colour alone. */
export function GenerationBadge({ phase }: { phase: BadgePhase }) {
  const t = useStudioText();
  const { Icon, color, turns } = LOOK[phase];
  return (
    <span
      className={cx(
        'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-[0.8125rem] font-semibold',
        color,
      )}
    >
      <Icon aria-hidden className={cx('size-3.5', turns && 'animate-spin')} strokeWidth={2.4} />
      {t(`status.${phase}`)}
    </span>
  );
}
