import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatInstant } from './ops-format.ts';
import { OPS_TABS, type OpsTab } from './ops-search.ts';
import { useOpsText } from './use-ops-text.ts';

interface OpsViewProps {
  tab: OpsTab;
  /** When the numbers were read; `null`: not yet. */
  readAt: string | null;
  /** Why the last reading failed; what was read before stays. */
  problem: string | null;
  /** What is shown under each tab; only the chosen one is built. */
  panels: Record<OpsTab, () => ReactNode>;
}

/** The frame of the operators' page. */
export function OpsView({ tab, readAt, problem, panels }: OpsViewProps) {
  const t = useOpsText();
  const locale = useLocale();
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="text-[1.75rem] leading-tight font-bold sm:text-3xl">{t('title')}</h1>
        <p className="text-ink-soft">
          {t('lead')}{' '}
          {readAt && (
            <span className="whitespace-nowrap tabular-nums">
              {t('readAt', { time: formatInstant(readAt, locale) })}
            </span>
          )}
        </p>
      </div>
      {problem && (
        <Notice tone="danger" role="alert" title={t('problem')}>
          {problem}
        </Notice>
      )}
      <nav aria-label={t('tabsLabel')} className="overflow-x-auto border-b border-line">
        <ul className="flex gap-1">
          {OPS_TABS.map((one) => (
            <li key={one}>
              <Link
                to="/ops"
                search={{ tab: one === 'overview' ? undefined : one }}
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
