import { isSeniorDebt } from '../registry/senior-debt.ts';
import { evidenceOf, type FoundFact, fact, type ReadOf, type Subject, said } from './subject.ts';

/** Above this an auction often does not cover the deposit; above the second no guarantee is given. */
const CAUTION_PERCENT = 70;
const HIGH_PERCENT = 90;

/** Senior debts and the deposit against the price. */
export function debtRatio({ nest, registry }: Subject): FoundFact[] {
  const view = registry?.view;
  if (!view) return [];
  // What may be alive counts as alive.
  const senior = view.seniorDebtKrw ?? view.seniorDebtAtMostKrw;
  const debts = view.entries.filter(isSeniorDebt);
  // Of no debt at all the register itself is the proof.
  const evidence =
    debts.length > 0
      ? debts.map((entry) => evidenceOf(registry.documentId, entry))
      : [said(registry.documentId, '')];
  const known = { senior: { krw: senior }, deposit: { krw: nest.depositKrw } };
  if (!nest.housePriceKrw)
    return [
      fact('DEBT_RATIO', 'INFO', {
        text: 'DEBT_RATIO_WITHOUT_PRICE',
        params: known,
        amountKrw: senior,
        evidence,
      }),
    ];
  if (senior === null) return [];
  const percent = ((senior + nest.depositKrw) / nest.housePriceKrw) * 100;
  if (percent <= CAUTION_PERCENT) return [];
  return [
    fact('DEBT_RATIO', percent > HIGH_PERCENT ? 'HIGH' : 'CAUTION', {
      params: { ...known, price: { krw: nest.housePriceKrw }, percent: Math.round(percent * 10) / 10 },
      amountKrw: senior + nest.depositKrw,
      evidence,
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
  return [
    ...staleOne('STALE_REGISTRY', registry, registry?.view?.viewedAt ?? null, REGISTRY_DAYS_MAX, now),
    ...staleOne('STALE_LEDGER', ledger, ledger?.view?.asOf ?? null, LEDGER_DAYS_MAX, now),
  ];
}

function staleOne(
  text: 'STALE_REGISTRY' | 'STALE_LEDGER',
  read: Pick<ReadOf<unknown>, 'documentId'> | null,
  asOf: string | null,
  daysMax: number,
  now: Date,
): FoundFact[] {
  const days = daysSince(asOf, now);
  if (!read || days === null || days <= daysMax) return [];
  // Registers print the moment at the foot of their pages, ledgers the day.
  const words = text === 'STALE_REGISTRY' ? '열람일시' : (asOf ?? '');
  return [
    fact('STALE_DOCUMENT', 'CAUTION', { text, params: { days }, evidence: [said(read.documentId, words)] }),
  ];
}

function daysSince(moment: string | null, now: Date): number | null {
  const at = Date.parse(moment ?? '');
  return Number.isNaN(at) ? null : Math.floor((now.getTime() - at) / DAY_MS);
}
