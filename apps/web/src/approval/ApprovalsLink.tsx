import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { buttonClass } from '../ui/Button.tsx';
import { useApprovalText } from './use-approval-text.ts';

/** More than this is simply many. */
const COUNT_MAX = 99;

/** The way to the approvals, with how many wait. */
export function ApprovalsLink({ count, isThere }: { count: number; isThere: boolean }) {
  const t = useApprovalText();
  return (
    <Link
      to="/approvals"
      aria-current={isThere ? 'page' : undefined}
      className={buttonClass('quiet', 'icon', 'relative aria-[current=page]:text-accent')}
    >
      <Inbox aria-hidden className="size-6" />
      <span className="sr-only">{count > 0 ? t('linkCount', { count }) : t('link')}</span>
      {count > 0 && (
        <span
          aria-hidden
          className="absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-on-accent tabular-nums ring-2 ring-ground"
        >
          {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
        </span>
      )}
    </Link>
  );
}
