/** What a register says, free of how a certificate prints it. */

export type RegisterKind = '집합건물' | '건물' | '토지';

/** A day as registers print it: no padding, no spaces (`2015년3월2일`). */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** One row of 갑구 or 을구. */
export interface Entry {
  /** `3`, `3-1`; null for rows that ride on the row above (신탁). */
  readonly rank: string | null;
  readonly purpose: string;
  readonly receipt: { readonly on: Day; readonly no: number } | null;
  /** Lines of 등기원인. */
  readonly cause: readonly string[];
  /** Lines of 권리자 및 기타사항. */
  readonly holder: readonly string[];
  /** Struck out in 말소사항 포함, absent from 현재 유효사항. */
  readonly cancelled: boolean;
  /** A row that only records a cancellation: absent from 현재 유효사항, never struck. */
  readonly cancels: boolean;
  /** How the summary page names it; null when it is not listed there. */
  readonly summary: { readonly purpose: string; readonly lines: readonly string[] } | null;
}

export interface Owner {
  readonly name: string;
  readonly number: string;
  /** `2분의 1`; null for a sole owner. */
  readonly share: string | null;
  readonly address: string;
  readonly rank: string;
  readonly trustee: boolean;
}

/** A row of a 표제부 table. */
export interface TitleRow {
  readonly cells: readonly (readonly string[])[];
  readonly cancelled: boolean;
}

/** One table of the title part. The layout knows the columns of each form. */
export interface TitleTable {
  readonly form: 'whole-building' | 'site-land' | 'exclusive-part' | 'site-right' | 'building' | 'land';
  readonly rows: readonly TitleRow[];
}

export interface Register {
  readonly kind: RegisterKind;
  /** Formatted 4-4-6. */
  readonly uniqueNumber: string;
  /** The subject line without its `[kind]`. */
  readonly address: string;
  readonly title: readonly TitleTable[];
  /** 갑구 */
  readonly ownership: readonly Entry[];
  /** 을구 */
  readonly rights: readonly Entry[];
  /** Who owns it now. */
  readonly owners: readonly Owner[];
  readonly office: string;
}

export const printDay = (on: Day) => `${on.year}년${on.month}월${on.day}일`;
