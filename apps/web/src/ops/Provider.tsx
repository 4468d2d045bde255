import type { ProviderRecord } from '@dungji/contracts';
import { useId } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import { formatInstant } from './ops-format.ts';
import { useOpsText } from './use-ops-text.ts';

/** Where a video stands at the provider, and why it has not ended yet. */
export function Provider({ record }: { record: ProviderRecord }) {
  const t = useOpsText();
  const locale = useLocale();
  const titleId = useId();
  const at = (iso: string | null) => iso && formatInstant(iso, locale);
  const facts = [
    [t('provider.number'), record.providerTaskId ?? t('provider.numberUnknown')],
    [t('provider.state'), record.state],
    [t('provider.problem'), record.lastProblem],
    [t('provider.queries'), t('provider.times', { count: record.queries })],
    [t('provider.handedOver'), at(record.handedOverAt)],
    [t('provider.completed'), at(record.completedAt)],
    [t('provider.nextCheck'), at(record.nextCheckAt)],
  ].filter((fact) => fact[1]);
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} className="text-base font-bold">
        {t('provider.title')}
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5 rounded-2xl bg-surface p-4 text-sm ring-1 ring-line sm:p-5">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
