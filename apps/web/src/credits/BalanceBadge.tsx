import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatCredits } from './format-credits.ts';
import { useCreditText } from './use-credit-text.ts';

/** How many credits are left; leads to where they went. `null`: not known yet. */
export function BalanceBadge({ balance }: { balance: number | null }) {
  const t = useCreditText();
  const credits = balance === null ? null : formatCredits(balance);
  return (
    <Link
      to="/credits"
      className="inline-flex h-10 shrink-0 items-center gap-2 rounded-full bg-surface px-4 text-[0.9375rem] font-semibold ring-1 ring-line ring-inset hover:bg-sunken"
    >
      <Coins aria-hidden className="size-4.5 text-accent" />
      {credits === null ? (
        <Skeleton className="h-4 w-20" />
      ) : (
        <span className="tabular-nums">{t('amount', { credits })}</span>
      )}
      <span className="sr-only">{t(credits === null ? 'badgeUnknown' : 'badge')}</span>
    </Link>
  );
}
