import type { Day } from '../register/register.ts';
import type { Ledger } from './ledger.ts';

/** What is true of a ledger as one source tells it. Field names are those of LedgerView where they mean the same. */
export interface LedgerTruth {
  readonly source: 'PDF' | 'OPEN_API';
  readonly title: string;
  readonly address: string;
  readonly roadAddress: string;
  readonly unit: string | null;
  /** Any of these words is right: ledgers give the use of the unit, of the building, and the class it belongs to. */
  readonly mainUses: readonly string[];
  readonly structure: string;
  readonly exclusiveAreaM2: number | null;
  /** `2010-03-12`; null where the source has no such field or leaves it blank. */
  readonly approvedOn: string | null;
  readonly households: number | null;
  readonly violation: 'YES' | 'NO' | 'UNKNOWN';
  /** Rows that tell of a violation, found or released, oldest first; null where the source cannot tell. */
  readonly violationRows: readonly { readonly day: string; readonly released: boolean }[] | null;
  readonly officialPrice: { readonly amountKrw: number; readonly baseDay: string } | null;
  /** The day of issue in Korea; null for the open API. */
  readonly asOf: string | null;
  readonly pages: number;
  readonly complete: boolean;
}

const iso = ({ year, month, day }: Day) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** The one count that is not zero; a ledger of a unit has none of its own. */
const countOf = ({ counts: { units, families, households } }: Ledger) =>
  [units, families, households].find((count) => count > 0) ?? 0;

/** The truth of a PDF of which the second page may be missing: then only what is on the first is known. */
export function pdfTruth(ledger: Ledger, secondPage: boolean): LedgerTruth {
  const building = ledger.kind !== 'exclusive';
  const rows = ledger.changes.flatMap(({ on, violation }) =>
    violation ? [{ day: iso(on), released: violation === 'RELEASED' }] : [],
  );
  const last = rows.at(-1);
  const violated = ledger.marked || (last !== undefined && !last.released);
  const price = ledger.prices[0];
  return {
    source: 'PDF',
    title: ledger.title,
    ...places(ledger),
    mainUses: [ledger.mainUse],
    structure: ledger.structure,
    exclusiveAreaM2: building ? null : Number(ledger.exclusive[0]?.area),
    approvedOn: building && secondPage && ledger.approvedOn ? iso(ledger.approvedOn) : null,
    households: building ? countOf(ledger) : null,
    violation: secondPage ? (violated ? 'YES' : 'NO') : ledger.marked ? 'YES' : 'UNKNOWN',
    violationRows: secondPage ? rows : null,
    officialPrice: price && secondPage ? { amountKrw: price.amountKrw, baseDay: iso(price.on) } : null,
    asOf: iso(ledger.issuedOn),
    pages: secondPage ? 2 : 1,
    complete: secondPage,
  };
}

/** The truth of the open API: no operation of it tells of violations. */
export function apiTruth(ledger: Ledger, told: { readonly useApproval: string }): LedgerTruth {
  const price = ledger.prices[0];
  const dated = /^\d{6}(?!00)\d{2}$/u.test(told.useApproval);
  return {
    source: 'OPEN_API',
    title: ledger.title,
    ...places(ledger),
    mainUses: [ledger.mainUse, useClass(ledger.mainUse)],
    structure: ledger.structure,
    exclusiveAreaM2: ledger.kind === 'exclusive' ? Number(ledger.exclusive[0]?.area) : null,
    approvedOn: dated && ledger.approvedOn ? iso(ledger.approvedOn) : null,
    households: countOf(ledger),
    violation: 'UNKNOWN',
    violationRows: null,
    officialPrice: price ? { amountKrw: price.amountKrw, baseDay: iso(price.on) } : null,
    asOf: null,
    pages: 0,
    complete: true,
  };
}

const places = (ledger: Ledger) => ({
  address: `${ledger.place} ${ledger.lot}`,
  roadAddress: ledger.roadAddress,
  unit: ledger.unit || null,
});

/** The class of uses that the open API gives beside the use itself. */
export const useClass = (use: string) =>
  /아파트|다세대|연립/u.test(use)
    ? '공동주택'
    : /단독|다가구/u.test(use)
      ? '단독주택'
      : /오피스텔/u.test(use)
        ? '업무시설'
        : '제2종근린생활시설';
