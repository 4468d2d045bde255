import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { APPROVAL_TABS, type ApprovalTab } from './approval-search.ts';
import { useApprovalText } from './use-approval-text.ts';

interface ApprovalsViewProps {
  tab: ApprovalTab;
  /** What is shown under each tab; only the chosen one is built. */
  panels: Record<ApprovalTab, () => ReactNode>;
}

/** The frame of the approvals page. */
export function ApprovalsView({ tab, panels }: ApprovalsViewProps) {
  const t = useApprovalText();
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="text-[1.75rem] leading-tight font-bold sm:text-3xl">{t('title')}</h1>
        <p className="text-ink-soft">{t('lead')}</p>
      </div>
      <nav aria-label={t('tabsLabel')} className="border-b border-line">
        <ul className="flex gap-1">
          {APPROVAL_TABS.map((one) => (
            <li key={one}>
              <Link
                to="/approvals"
                search={{ view: one === 'desk' ? undefined : one }}
                activeOptions={{ exact: true }}
                aria-current={one === tab ? 'page' : undefined}
                className="flex h-11 items-center border-b-2 border-transparent px-3.5 font-semibold whitespace-nowrap text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-accent"
              >
                {t(`tab.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {panels[tab]()}
    </div>
  );
}

interface DeskLayoutProps {
  inbox: ReactNode;
  news: ReactNode;
  running: ReactNode;
  setting: ReactNode;
}

/** On a phone the news come first, so that a failure is seen; beside the inbox they stand at its side. */
export function DeskLayout({ inbox, news, running, setting }: DeskLayoutProps) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr]">
      <div className="empty:hidden lg:col-start-2">{news}</div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-3 lg:row-start-1">{inbox}</div>
      <div className="lg:col-start-2">{running}</div>
      <div className="lg:col-start-2">{setting}</div>
    </div>
  );
}
