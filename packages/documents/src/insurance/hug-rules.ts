/**
 * The deposit-return guarantee of HUG (전세보증금반환보증) as data: each value from the day it holds, with where and when it
 * was read. Percentages are whole numbers, so that every border is exact to the won.
 */
export interface Dated<Value> {
  /** First day; null: since always. */
  readonly from: string | null;
  readonly value: Value;
  readonly source: Source;
}

export interface Source {
  readonly url: string;
  /** The day it was read. */
  readonly asOf: string;
}

const PRODUCT: Source = { url: 'https://www.khug.or.kr/hug/web/ig/dr/igdr000001.jsp', asOf: '2026-10-04' };

/** Won. */
export const DEPOSIT_CAP: readonly Dated<{ capital: number; elsewhere: number }>[] = [
  { from: null, value: { capital: 700_000_000, elsewhere: 500_000_000 }, source: PRODUCT },
];

/** Share of the price that counts as the value of the home (담보인정비율), per cent. */
export const VALUE_SHARE: readonly Dated<number>[] = [
  { from: '2023-05-01', value: 90, source: PRODUCT },
  { from: null, value: 100, source: PRODUCT },
];

/** Senior debts may take up this much of the value, per cent of the value and not of the price. */
export const SENIOR_SHARE: readonly Dated<number>[] = [{ from: null, value: 60, source: PRODUCT }];

/** Houses of several households: senior debts and the deposits of earlier tenants, per cent of the value. */
export const MULTI_HOUSEHOLD_SHARE: readonly Dated<number>[] = [{ from: null, value: 80, source: PRODUCT }];

/** Official price (공시가격) to price, per cent. */
export const OFFICIAL_PRICE_FACTOR: readonly Dated<number>[] = [
  { from: '2023-01-01', value: 140, source: PRODUCT },
  { from: null, value: 150, source: PRODUCT },
];

/** Yearly rent over the deposit it stands for, in tenths of a per cent. */
export const RENT_CONVERSION_PERMILLE: readonly Dated<number>[] = [
  { from: '2026-07-01', value: 65, source: { url: PRODUCT.url, asOf: '2026-10-04' } },
  { from: null, value: 64, source: { url: PRODUCT.url, asOf: '2026-10-04' } },
];

export const TERM_MONTHS_MIN: readonly Dated<number>[] = [{ from: null, value: 12, source: PRODUCT }];
/** Rules without a number. */
export const CONDITIONS: Dated<null> = { from: null, value: null, source: PRODUCT };

/** What holds on a day. */
export function onDay<Value>(dated: readonly Dated<Value>[], day: string): Dated<Value> {
  const found = [...dated]
    .sort((a, b) => (b.from ?? '').localeCompare(a.from ?? ''))
    .find((each) => each.from === null || each.from <= day);
  if (!found) throw new Error(`no rule holds on ${day}`);
  return found;
}
