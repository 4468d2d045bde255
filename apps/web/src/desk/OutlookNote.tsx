import type { IssuanceOutlook } from '@dungji/contracts';
import { Clock, ReceiptText, Users } from 'lucide-react';
import { formatDuration, formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useDeskText } from './use-desk-text.ts';

/** What can honestly be said before somebody asks for an issue. `null`: not known yet, and its place is kept. */
export function OutlookNote({ outlook }: { outlook: IssuanceOutlook | null }) {
  const t = useDeskText();
  const locale = useLocale();
  if (outlook === null) return <Skeleton className="h-6 w-full max-w-80" />;
  const { feeKrw, usualMs, ahead, workersOnline } = outlook;
  const facts = [
    [
      ReceiptText,
      feeKrw === 0 ? t('outlook.feeNone') : t('outlook.fee', { amount: formatKrw(feeKrw, locale) }),
    ],
    [
      Clock,
      usualMs === null
        ? t('outlook.usualUnknown')
        : t('outlook.usual', { time: formatDuration(Math.max(usualMs, 1_000), locale) }),
    ],
    ...(ahead > 0 ? ([[Users, t('outlook.ahead', { count: ahead })]] as const) : []),
  ] as const;
  return (
    <div className="grid gap-3">
      <ul aria-label={t('outlook.title')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        {facts.map(([Icon, text]) => (
          <li key={text} className="flex items-center gap-1.5 tabular-nums">
            <Icon aria-hidden className="size-4 shrink-0" />
            {text}
          </li>
        ))}
      </ul>
      {workersOnline === 0 && (
        <Notice tone="caution" title={t('outlook.noWorker')}>
          {t('outlook.noWorkerLead')}
        </Notice>
      )}
    </div>
  );
}
