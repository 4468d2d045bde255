/** What a register says, free of how a certificate prints it. */

export type RegisterKind = '집합건물' | '건물' | '토지';
export type Section = '갑구' | '을구';

/** A day as registers print it: no padding, no spaces (`2015년3월2일`). */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A line of a cell. Struck lines are what a later entry replaced or ended. */
export interface Line {
  readonly text: string;
  readonly struck: boolean;
}

/** What an entry is about. */
export type Right =
  | 'OWNERSHIP'
  | 'TRUST'
  | 'PROVISIONAL_SEIZURE'
  | 'SEIZURE'
  | 'INJUNCTION'
  | 'AUCTION'
  | 'PROVISIONAL_REGISTRATION'
  | 'MORTGAGE'
  | 'JEONSE'
  | 'LEASEHOLD_ORDER'
  | 'SUPERFICIES'
  | 'OTHER';

/** What an entry does with its right. */
export type Deed = 'SET' | 'CHANGE' | 'TRANSFER' | 'PLEDGE' | 'CANCEL' | 'RESTORE';

/** One row of 갑구 or 을구. */
export interface Entry {
  readonly section: Section;
  /** `3`, `3-1`; null for rows that ride on the row above (신탁). */
  readonly rank: string | null;
  /** `(전 1)`: the rank it had before the record was moved to the computer. */
  readonly formerRank: string | null;
  readonly right: Right;
  readonly deed: Deed;
  readonly purpose: string;
  readonly receipt: { readonly on: Day; readonly no: number } | null;
  /** Lines of 등기원인. */
  readonly cause: readonly Line[];
  /** Lines of 권리자 및 기타사항. */
  readonly holder: readonly Line[];
  /** Whoever the row gives the right to; null when it names nobody. */
  readonly holderName: string | null;
  /** The amount printed in this row; null when there is none, or in another currency. */
  readonly amountKrw: number | null;
  /** Another amount in the row, which is no debt: the price of a sale (거래가액), the part of a claim that moved. */
  readonly priceKrw: number | null;
  /** The amount is in another currency. */
  readonly foreign: boolean;
  /** What holds of the right today, after its changes and transfers. Meaningless once cancelled. */
  readonly inForce: { readonly amountKrw: number | null; readonly holderName: string | null } | null;
  readonly cancelled: boolean;
  /** There is a row that says so (or says so of its parent). */
  readonly cancelledByEntry: boolean;
  /** WHOLE: every line of every cell. LINES: only those lines that are marked. */
  readonly strike: 'NONE' | 'WHOLE' | 'LINES';
  /** A careful reader may say that it cannot tell whether this is cancelled. */
  readonly unclear: boolean;
  /** Nobody holds anything by this row any more: absent from 현재 유효사항. */
  readonly superseded: boolean;
  /** A cancellation that ends only a part of its right. */
  readonly partial: boolean;
  /** How the summary page names it; null when it is not listed there. */
  readonly summary: { readonly purpose: string; readonly lines: readonly string[] } | null;
}

/** A part of the whole: `2분의 1`. */
export interface Share {
  readonly parts: number;
  readonly of: number;
}

export interface Owner {
  readonly name: string;
  readonly number: string;
  readonly share: Share;
  readonly address: string;
  /** Of the rows by which the share came together, oldest first. */
  readonly ranks: readonly string[];
  readonly trustee: boolean;
}

/** A row of a 표제부 table. */
export interface TitleRow {
  readonly cells: readonly (readonly Line[])[];
  readonly cancelled: boolean;
}

/** One table of the title part. The layout knows the columns of each form. */
export interface TitleTable {
  readonly form: 'whole-building' | 'site-land' | 'exclusive-part' | 'site-right' | 'building' | 'land';
  readonly rows: readonly TitleRow[];
}

export interface Title {
  readonly tables: readonly TitleTable[];
  readonly exclusiveAreaM2: number | null;
  /** null when no row of the title tells it. */
  readonly roadAddress: string | null;
  /** The land below has burdens of its own, in another register. */
  readonly separateLandRegister: boolean;
}

/** 매매목록 or 공동담보목록: what belongs together by one deed. */
export interface PropertyList {
  readonly form: 'sale' | 'joint-security';
  readonly number: string;
  readonly priceKrw: number | null;
  readonly rows: readonly { readonly property: string; readonly rank: string; readonly remark: string }[];
}

export interface Register {
  readonly kind: RegisterKind;
  /** Formatted 4-4-6. */
  readonly uniqueNumber: string;
  /** The subject line without its `[kind]`. */
  readonly address: string;
  readonly floor: string;
  readonly unit: string;
  readonly title: Title;
  /** 갑구 */
  readonly ownership: readonly Entry[];
  /** 을구 */
  readonly rights: readonly Entry[];
  readonly lists: readonly PropertyList[];
  /** Who owns it now. */
  readonly owners: readonly Owner[];
  readonly office: string;
}

export const printDay = (on: Day) => `${on.year}년${on.month}월${on.day}일`;

/** `2분의 1` */
export const printShare = (share: Share) => `${share.of}분의 ${share.parts}`;

export const line = (text: string): Line => ({ text, struck: false });
export const lines = (...texts: readonly string[]): readonly Line[] => texts.map(line);
