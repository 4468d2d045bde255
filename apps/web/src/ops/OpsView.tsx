import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatInstant } from './ops-format.ts';
import { OPS_TABS, type OpsTab } from './ops-search.ts';
import { useOpsText } from './use-ops-text.ts';

interface OpsViewProps {
  tab: OpsTab;
  onTab: (tab: OpsTab) => void;
  /** When the numbers were read; `null`: not yet. */
  readAt: string | null;
  /** Why the last reading failed; what was read before stays. */
  problem: string | null;
  /** What is shown under each tab; only the chosen one is built. */
  panels: Record<OpsTab, () => ReactNode>;
}

/** The frame of the operators' page. */
export function OpsView({ tab, onTab, readAt, problem, panels }: OpsViewProps) {
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
      <Tabs.Root
        value={tab}
        onValueChange={(value) => {
          const chosen = OPS_TABS.find((one) => one === value);
          if (chosen) onTab(chosen);
        }}
        className="grid gap-6"
      >
        <Tabs.List aria-label={t('tabsLabel')} className="flex gap-1 overflow-x-auto border-b border-line">
          {OPS_TABS.map((one) => (
            <Tabs.Trigger
              key={one}
              value={one}
              className="-mb-px h-11 shrink-0 border-b-2 border-transparent px-3.5 font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-accent"
            >
              {t(`tab.${one}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={tab} className="grid gap-6 rounded-card">
          {panels[tab]()}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}
