import { type FoundFact, fact, type Subject } from './subject.ts';

/** Above this an auction often does not cover the deposit; above the second no guarantee is given. */
const CAUTION_PERCENT = 70;
const HIGH_PERCENT = 90;

/** Senior debts and the deposit against the price. */
export function debtRatio({ nest, registry }: Subject): FoundFact[] {
  const view = registry?.view;
  if (!view) return [];
  // What may be alive counts as alive.
  const senior = view.seniorDebtKrw ?? view.seniorDebtAtMostKrw;
  const known = { senior: { krw: senior }, deposit: { krw: nest.depositKrw } };
  if (!nest.housePriceKrw)
    return [
      fact('DEBT_RATIO', 'INFO', { text: 'DEBT_RATIO_WITHOUT_PRICE', params: known, amountKrw: senior }),
    ];
  if (senior === null) return [];
  const percent = ((senior + nest.depositKrw) / nest.housePriceKrw) * 100;
  if (percent <= CAUTION_PERCENT) return [];
  return [
    fact('DEBT_RATIO', percent > HIGH_PERCENT ? 'HIGH' : 'CAUTION', {
      params: { ...known, price: { krw: nest.housePriceKrw }, percent: Math.round(percent * 10) / 10 },
      amountKrw: senior + nest.depositKrw,
    }),
  ];
}

const DAY_MS = 86_400_000;
/** The guarantee asks for a register of the last month. */
const REGISTRY_DAYS_MAX = 30;
/** Ledgers change seldom. */
const LEDGER_DAYS_MAX = 90;

/** Documents that are too old to rely on. */
export function staleness({ registry, ledger, now }: Subject): FoundFact[] {
  const found: FoundFact[] = [];
  const registryDays = daysSince(registry?.view?.viewedAt ?? null, now);
  if (registryDays !== null && registryDays > REGISTRY_DAYS_MAX)
    found.push(fact('STALE_DOCUMENT', 'CAUTION', { text: 'STALE_REGISTRY', params: { days: registryDays } }));
  const ledgerDays = daysSince(ledger?.view?.asOf ?? null, now);
  if (ledgerDays !== null && ledgerDays > LEDGER_DAYS_MAX)
    found.push(fact('STALE_DOCUMENT', 'CAUTION', { text: 'STALE_LEDGER', params: { days: ledgerDays } }));
  return found;
}

function daysSince(moment: string | null, now: Date): number | null {
  const at = Date.parse(moment ?? '');
  return Number.isNaN(at) ? null : Math.floor((now.getTime() - at) / DAY_MS);
}
