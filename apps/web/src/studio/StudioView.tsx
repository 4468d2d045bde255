import type { ReactNode } from 'react';
import { useStudioText } from './use-studio-text.ts';

interface StudioViewProps {
  balance: ReactNode;
  form: ReactNode;
  list: ReactNode;
}

/** The form stays in sight beside the videos on a tall screen; on a phone they stand below it. */
export function StudioView({ balance, form, list }: StudioViewProps) {
  const t = useStudioText();
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-xl gap-1">
          <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
          <p className="text-ink-soft">{t('lead')}</p>
        </div>
        {balance}
      </div>
      <div className="grid gap-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-start lg:gap-6">
        {/* Only where all of it fits: its button must never be out of reach. */}
        <div className="min-w-0 lg:top-22 lg:[@media(min-height:58rem)]:sticky">{form}</div>
        {list}
      </div>
    </div>
  );
}
