import type { Day } from '../register/register.ts';

export type LedgerKind = 'exclusive' | 'title' | 'general';

/** A row of 전유부분, 공용부분 or 건축물현황. */
export interface FloorRow {
  /** 주 or 부. */
  readonly part: string;
  readonly floor: string;
  readonly structure: string;
  readonly use: string;
  readonly area: string;
}

/** A row of 변동사항. */
export interface Change {
  readonly on: Day;
  readonly text: string;
  readonly violation: 'FOUND' | 'RELEASED' | null;
}

/** What a building ledger says, free of how it is printed. */
export interface Ledger {
  readonly kind: LedgerKind;
  readonly title: string;
  readonly buildingId: string;
  readonly uniqueNumber: string;
  readonly name: string;
  readonly dong: string;
  /** 호명칭; empty unless the ledger is of a unit. */
  readonly unit: string;
  readonly place: string;
  readonly lot: string;
  readonly roadAddress: string;
  readonly structure: string;
  readonly mainUse: string;
  readonly floorsBelow: number;
  readonly floorsAbove: number;
  readonly counts: { readonly units: number; readonly families: number; readonly households: number };
  readonly areas: {
    readonly plot: string;
    readonly footprint: string;
    readonly total: string;
    readonly ratio: string;
  };
  readonly exclusive: readonly FloorRow[];
  /** 공용부분 of a unit, 건축물현황 of a building. */
  readonly floors: readonly FloorRow[];
  readonly owner: {
    readonly name: string;
    readonly number: string;
    readonly address: string;
    readonly on: Day;
  };
  /** 허가일, 착공일, 사용승인일; null where the form is blank. */
  readonly permittedOn: Day | null;
  readonly startedOn: Day | null;
  readonly approvedOn: Day | null;
  readonly changes: readonly Change[];
  /** 그 밖의 기재사항 */
  readonly remarks: readonly string[];
  /** 공동주택가격, newest first. */
  readonly prices: readonly { readonly on: Day; readonly amountKrw: number }[];
  readonly issuedOn: Day;
  /** The mark beside the title on page 1. */
  readonly marked: boolean;
}

/** `2011.5.20.` */
export const dotted = ({ year, month, day }: Day) => `${year}.${month}.${day}.`;
