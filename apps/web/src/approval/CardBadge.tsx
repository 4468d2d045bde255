import type { ApprovalStatus } from '@dungji/contracts';
import { Ban, Check, CircleAlert, Clock, Inbox, LoaderCircle } from 'lucide-react';
import { cx } from '../ui/class-names.ts';
import { useApprovalText } from './use-approval-text.ts';

const LOOK = {
  OPEN: { Icon: Inbox, color: 'bg-sunken text-ink' },
  ACCEPTED: { Icon: LoaderCircle, color: 'bg-accent-soft text-accent' },
  APPLIED: { Icon: Check, color: 'bg-accent-soft text-accent' },
  FAILED: { Icon: CircleAlert, color: 'bg-danger-soft text-danger' },
  REJECTED: { Icon: Ban, color: 'bg-sunken text-ink-soft' },
  EXPIRED: { Icon: Clock, color: 'bg-sunken text-ink-soft' },
} as const satisfies Record<ApprovalStatus, unknown>;

export const badgeClass =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-[0.8125rem] font-semibold whitespace-nowrap';

/** A card's state in a word; never by colour alone. */
export function CardBadge({ status }: { status: ApprovalStatus }) {
  const t = useApprovalText();
  const { Icon, color } = LOOK[status];
  return (
    <span className={cx(badgeClass, color)}>
      <Icon aria-hidden className="size-3.5" strokeWidth={2.4} />
      {t(`status.${status}`)}
    </span>
  );
}
