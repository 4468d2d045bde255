import type { ComparisonLimit, LedgerView } from '@dungji/contracts';
import { type ReadOf, said } from '../findings/subject.ts';
import { type Difference, type Differences, difference, notComparable } from './difference.ts';
import { isOtherHome, type Place } from './same-home.ts';

/** A ledger that was read. */
export type ReadLedger = ReadOf<LedgerView> & { readonly view: LedgerView };

interface Ledgers {
  readonly earlier: ReadLedger;
  readonly newer: ReadLedger;
}

/** What changed on a building ledger between two copies of it. */
export function ledgerChanges({ earlier, newer }: Ledgers): Differences {
  const [before, after] = [earlier.view, newer.view];
  if (isOtherHome(placeOf(before), placeOf(after))) return notComparable('OTHER_HOME');
  if (before.asOf !== null && after.asOf !== null && after.asOf < before.asOf)
    return notComparable('NEWER_IS_OLDER');
  const limits = new Set<ComparisonLimit>();
  if (!before.complete) limits.add('EARLIER_PARTIAL');
  if (!after.complete) limits.add('NEWER_PARTIAL');
  if (before.source !== after.source) limits.add('SOURCES_DIFFER');
  const found = [...violationChange({ earlier, newer }, limits)];
  if (before.source === after.source) found.push(...factChanges({ earlier, newer }, limits));
  return { found, limits };
}

const placeOf = ({ address, unit, roadAddress, source }: LedgerView): Place => ({
  uniqueNumber: null,
  address: [address, unit].filter(Boolean).join(' ') || null,
  roadAddress,
  // A ledger on paper does not tell how it was read.
  recognised: source === 'PDF',
});

const printed = (documentId: ReadLedger['documentId'], text: string, page: number | null = 1) =>
  said(documentId, text, { page, section: '건축물대장' });

function violationChange({ earlier, newer }: Ledgers, limits: Set<ComparisonLimit>): Difference[] {
  const [before, after] = [earlier.view.violation, newer.view.violation];
  if (before === 'UNKNOWN' || after === 'UNKNOWN') {
    limits.add('VIOLATION_UNKNOWN');
    return [];
  }
  if (before === after) return [];
  const historyOf = ({ view, documentId }: ReadLedger) =>
    view.violationHistory.map(({ text, page }) => printed(documentId, text, page));
  const evidence = { before: historyOf(earlier), after: historyOf(newer) };
  return [
    after === 'YES'
      ? difference('VIOLATION_ADDED', 'HIGH', evidence)
      : difference('VIOLATION_GONE', 'INFO', evidence),
  ];
}

function factChanges({ earlier, newer }: Ledgers, limits: Set<ComparisonLimit>): Difference[] {
  const [before, after] = [earlier.view, newer.view];
  const found: Difference[] = [];
  const isHalfKnown = (one: unknown, two: unknown) => (one === null) !== (two === null);
  if (
    isHalfKnown(before.mainUse, after.mainUse) ||
    isHalfKnown(before.exclusiveAreaM2, after.exclusiveAreaM2)
  )
    limits.add(
      before.mainUse === null || before.exclusiveAreaM2 === null ? 'EARLIER_PARTIAL' : 'NEWER_PARTIAL',
    );
  if (before.mainUse && after.mainUse && squeezed(before.mainUse) !== squeezed(after.mainUse))
    found.push(
      difference('USE_CHANGED', 'CAUTION', {
        params: { before: before.mainUse, after: after.mainUse },
        before: [printed(earlier.documentId, before.mainUse)],
        after: [printed(newer.documentId, after.mainUse)],
      }),
    );
  if (
    before.exclusiveAreaM2 !== null &&
    after.exclusiveAreaM2 !== null &&
    before.exclusiveAreaM2 !== after.exclusiveAreaM2
  )
    found.push(
      difference('AREA_CHANGED', 'CAUTION', {
        params: { before: before.exclusiveAreaM2, after: after.exclusiveAreaM2 },
        before: [printed(earlier.documentId, `${before.exclusiveAreaM2}㎡`)],
        after: [printed(newer.documentId, `${after.exclusiveAreaM2}㎡`)],
      }),
    );
  const [beforeKrw, afterKrw] = [before.officialPrice?.amountKrw, after.officialPrice?.amountKrw];
  if (beforeKrw !== undefined && afterKrw !== undefined && beforeKrw !== afterKrw)
    found.push(
      difference('PRICE_CHANGED', 'INFO', {
        beforeKrw,
        afterKrw,
        before: [printed(earlier.documentId, beforeKrw.toLocaleString('ko'), null)],
        after: [printed(newer.documentId, afterKrw.toLocaleString('ko'), null)],
      }),
    );
  return found;
}

const squeezed = (text: string) => text.replace(/\s+/g, '');
