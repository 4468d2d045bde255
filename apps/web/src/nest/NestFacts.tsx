import type { NestView } from '@dungji/contracts';
import { useTranslation } from 'react-i18next';
import { formatDay, formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';

/** The terms of the contract, as they were entered. */
export function NestFacts({ nest }: { nest: NestView }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const facts: [string, string][] = [
    [t('nests.deposit'), formatKrw(nest.depositKrw, locale)],
    [
      t('nests.monthlyRent'),
      nest.monthlyRentKrw === 0 ? t('nests.noRent') : formatKrw(nest.monthlyRentKrw, locale),
    ],
    [
      t('nests.housePrice'),
      nest.housePriceKrw === null ? t('nests.unknown') : formatKrw(nest.housePriceKrw, locale),
    ],
    [t('nests.landlord'), nest.landlordName],
    [t('nests.period'), `${formatDay(nest.contractFrom, locale)} – ${formatDay(nest.contractTo, locale)}`],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5 last:col-span-2">
          <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
