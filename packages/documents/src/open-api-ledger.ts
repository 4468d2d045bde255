import type { LedgerRecord, LedgerRow, LedgerView } from '@dungji/contracts';

const VIOLATION = '위반건축물';

/**
 * What the building-ledger API said, as a ledger is seen. The API has no column for violations: words about one in some
 * text say YES, and nothing ever says NO.
 */
export function ledgerViewOf(record: LedgerRecord): LedgerView {
  const { title, areas } = record;
  const own = areas.filter((row) => row.exposPubuseGbCd === '1' && row.mainAtchGbCd !== '1');
  const unit = own[0];
  const isDivided = title.regstrGbCd === '2';
  const violations = wordsOfViolation(record);
  return {
    title: isDivided ? '집합건축물대장(표제부, 전유부)' : `${title.regstrGbCdNm ?? '일반'}건축물대장`,
    address: title.platPlc ?? null,
    roadAddress: title.newPlatPlc ?? null,
    unit: [unit?.dongNm ?? title.dongNm, unit?.hoNm].filter(Boolean).join(' ') || null,
    mainUse: unit?.etcPurps ?? unit?.mainPurpsCdNm ?? title.etcPurps ?? title.mainPurpsCdNm ?? null,
    structure: unit?.strctCdNm ?? title.strctCdNm ?? null,
    exclusiveAreaM2: sumOf(own),
    approvedOn: dayOf(title.useAprDay),
    households: [title.hhldCnt, title.fmlyCnt, title.hoCnt].map(countOf).find((count) => count) ?? null,
    violation: violations.length > 0 ? 'YES' : 'UNKNOWN',
    // Its words, and the first page of the print, where they stand.
    violationHistory: violations.map((text) => ({ day: null, released: false, text, page: 1 })),
    officialPrice: newestPrice(record),
    source: 'OPEN_API',
    asOf: dayIn(record.fetchedAt),
    pages: 0,
    complete: true,
    doubts: [],
  };
}

const wordsOfViolation = ({ title, areas }: LedgerRecord): string[] => {
  const texts = [title, ...areas].flatMap((row) => Object.values(row));
  return [...new Set(texts.flatMap((text) => (text?.includes(VIOLATION) ? [text] : [])))];
};

/** Null as soon as one of the areas is not a number: a part of a home is not the home. */
function sumOf(rows: readonly LedgerRow[]): number | null {
  if (rows.length === 0) return null;
  const sum = rows.reduce(
    (total, { area }) => total + (/^\d+(?:\.\d+)?$/.test(area ?? '') ? Number(area) : Number.NaN),
    0,
  );
  return Number.isFinite(sum) && sum > 0 ? Math.round(sum * 10_000) / 10_000 : null;
}

const countOf = (text: string | null | undefined): number | null =>
  text && /^\d{1,6}$/.test(text) ? Number(text) : null;

/** `20100312` → `2010-03-12`; null when the day or month is not known (00). */
function dayOf(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(text ?? '') ?? [];
  return year && month && day ? `${year}-${month}-${day}` : null;
}

/** The base day of a price is stdDay; crtnDay is when the ledger was made, and the same in all rows. */
function newestPrice({ prices }: LedgerRecord): LedgerView['officialPrice'] {
  const known = (prices ?? []).flatMap(({ hsprc, stdDay }) => {
    const baseDay = dayOf(stdDay);
    return baseDay && hsprc && /^[1-9]\d{0,12}$/.test(hsprc) ? [{ amountKrw: Number(hsprc), baseDay }] : [];
  });
  return known.toSorted((a, b) => b.baseDay.localeCompare(a.baseDay))[0] ?? null;
}

const dayIn = (iso: string): string => new Date(iso).toLocaleDateString('sv-SE', { timeZone: 'Asia/Seoul' });
