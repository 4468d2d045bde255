import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatCredits } from './format-credits.ts';
import { useCreditText } from './use-credit-text.ts';

interface CreditsViewProps {
  /** `null`: not known yet. */
  balance: number | null;
  ledger: ReactNode;
  /** For admins. */
  grant: ReactNode;
}

/** What is left, and how it came to that. */
export function CreditsView({ balance, ledger, grant }: CreditsViewProps) {
  const t = useCreditText();
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
        <p className="text-ink-soft">{t('lead')}</p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6">
        <dl className="grid gap-1">
          <dt className="text-sm font-semibold text-ink-soft">{t('balance')}</dt>
          <dd className="text-3xl font-bold tracking-tight tabular-nums" aria-live="polite">
            {balance === null ? (
              <Skeleton className="h-9 w-36" />
            ) : (
              t('amount', { credits: formatCredits(balance) })
            )}
          </dd>
        </dl>
        <Link to="/studio" className={buttonClass('secondary')}>
          <Sparkles aria-hidden className="size-4" />
          {t('makeVideo')}
        </Link>
      </div>
      {ledger}
      {grant}
    </div>
  );
}
