import { isValid, type Printing } from './certificate/certificate.ts';
import type { LaidOut } from './certificate/layout.ts';
import { isoDay } from './certificate/times.ts';
import type { Day, Deed, Entry, Register, RegisterKind, Right, Section, Share } from './register/register.ts';

export type PrintedVariant = 'WITH_CANCELLED' | 'VALID_ONLY' | 'SUMMARY_ONLY';

/** What is true of one printed row. */
export interface EntryTruth {
  readonly section: Section;
  readonly rank: string | null;
  readonly right: Right;
  readonly deed: Deed;
  /** Cells without the breaks of lines; compare without spaces. */
  readonly purpose: string;
  /** `2015-03-02` */
  readonly receiptDate: string | null;
  readonly receiptNo: string | null;
  readonly cause: string | null;
  readonly holderText: string | null;
  /** Whom the row gives the right to. */
  readonly holderName: string | null;
  /** As printed in this very row. */
  readonly amountKrw: number | null;
  /** Another amount in the row, which is no debt: 거래가액, 환매대금, 양도액. Read or not, both is right. */
  readonly priceKrw: number | null;
  readonly foreign: boolean;
  /** Only what lives and sets a right has it. */
  readonly inForce: { readonly amountKrw: number | null; readonly holderName: string | null } | null;
  readonly cancelled: boolean;
  /** What in the document proves it cancelled; empty when it lives. */
  readonly proofs: readonly ('STRIKE' | 'ENTRY')[];
  /** The paper leaves room for doubt: `null` for cancelled is right too. */
  readonly unclear: boolean;
  /** The page of the file. */
  readonly page: number;
}

/** What is true of a printed register, whatever a reader makes of it. Field names are those of RegistryView where they mean the same. */
export interface RegisterTruth {
  readonly kind: RegisterKind;
  readonly variant: PrintedVariant;
  readonly uniqueNumber: string;
  readonly address: string;
  readonly roadAddress: string | null;
  /** `3`, `지하1`; null where no unit is registered. */
  readonly floor: string | null;
  readonly unit: string | null;
  readonly exclusiveAreaM2: number | null;
  /** Shares as `1/2`; `1/1` for a sole owner. `rank` is that of the newest row, `ranks` all that gave a part. */
  readonly owners: readonly {
    readonly name: string;
    readonly share: string;
    readonly rank: string;
    readonly ranks: readonly string[];
    readonly trustee: boolean;
  }[];
  /** Rows of 갑구 and 을구 as printed, those on missing pages left out. Empty for SUMMARY_ONLY: a summary proves nothing. */
  readonly entries: readonly EntryTruth[];
  /** Live mortgages, jeonse rights and leases at their amounts of today. null: the file cannot tell it. */
  readonly seniorDebtKrw: number | null;
  /** The debt of the register itself, whether or not the file tells it; null with a foreign currency in it. */
  readonly trueSeniorDebtKrw: number | null;
  /** Something but ownership lives in the register, notices aside. */
  readonly burdened: boolean;
  readonly separateLandRegister: boolean;
  /** null on issued certificates, which tell only the day. */
  readonly viewedAt: string | null;
  /** The day in Korea. */
  readonly viewedOn: string;
  /** Of the file. */
  readonly pages: number;
  /** `N/M` of the body says M. */
  readonly bodyPages: number;
  readonly complete: boolean;
}

interface Printed {
  readonly register: Register;
  readonly printing: Printing;
  readonly variant: PrintedVariant;
  readonly laidOut: LaidOut;
  /** Pages of the body (from 1) that are in the file. */
  readonly kept: readonly number[];
  readonly pages: number;
}

export function truthOf(printed: Printed): RegisterTruth {
  const { register, printing, variant, laidOut, kept } = printed;
  const summaryOnly = variant === 'SUMMARY_ONLY';
  const whole = !summaryOnly && !printing.partOnly && kept.length === laidOut.body.length;
  const all = [...register.ownership, ...register.rights];
  const debt = seniorDebt(all);
  return {
    kind: register.kind,
    variant,
    uniqueNumber: register.uniqueNumber,
    address: register.address,
    roadAddress: summaryOnly ? null : register.title.roadAddress,
    floor: register.kind === '집합건물' ? register.floor : null,
    unit: register.kind === '집합건물' ? register.unit : null,
    exclusiveAreaM2: summaryOnly ? null : register.title.exclusiveAreaM2,
    owners: register.owners.map(({ name, share, ranks, trustee }) => ({
      name,
      share: fraction(share),
      rank: ranks.at(-1) ?? '',
      ranks,
      trustee,
    })),
    entries: summaryOnly
      ? []
      : all.flatMap((entry) => {
          const page = kept.indexOf(laidOut.pageOf.get(entry) ?? 0) + 1;
          return page > 0 ? [entryTruth(entry, printing, page)] : [];
        }),
    seniorDebtKrw: whole ? debt : null,
    trueSeniorDebtKrw: debt,
    burdened: all.some((entry) => isBurden(entry) && !entry.cancelled),
    separateLandRegister: register.title.separateLandRegister,
    viewedAt: printing.usage === 'VIEW' && !summaryOnly ? printing.viewedAt.toISOString() : null,
    viewedOn: isoDay(printing.viewedAt),
    pages: printed.pages,
    bodyPages: laidOut.body.length,
    complete: whole && !printing.pending,
  };
}

const DEBTS: readonly Right[] = ['MORTGAGE', 'JEONSE', 'LEASEHOLD_ORDER'];

const isBurden = (entry: Entry) =>
  entry.deed === 'SET' &&
  entry.right !== 'OWNERSHIP' &&
  (entry.right !== 'OTHER' || entry.purpose === '환매특약');

/** Exact, or null: an amount in another currency cannot be added. */
function seniorDebt(entries: readonly Entry[]): number | null {
  const live = entries.filter(
    (entry) => entry.deed === 'SET' && DEBTS.includes(entry.right) && !entry.cancelled,
  );
  return live.reduce<number | null>((sum, { inForce }) => {
    const amountKrw = inForce?.amountKrw ?? null;
    return sum === null || amountKrw === null ? null : sum + amountKrw;
  }, 0);
}

function entryTruth(entry: Entry, printing: Printing, page: number): EntryTruth {
  const validOnly = printing.variant === 'VALID_ONLY';
  const printed = (cell: Entry['holder']) => {
    const shown = validOnly && entry.strike === 'LINES' ? cell.filter(({ struck }) => !struck) : cell;
    return shown.length > 0 ? shown.map(({ text }) => text).join(' ') : null;
  };
  const amountGone =
    validOnly &&
    entry.strike === 'LINES' &&
    entry.holder.some(({ struck, text }) => struck && /금\s?[\d,]+\s?원/u.test(text));
  const proofs = (['STRIKE', 'ENTRY'] as const).filter((proof) =>
    proof === 'ENTRY' ? entry.cancelledByEntry : printing.style?.strikes !== 'lost',
  );
  return {
    section: entry.section,
    rank: entry.rank,
    right: entry.right,
    deed: entry.deed,
    purpose: entry.purpose,
    receiptDate: entry.receipt ? isoOf(entry.receipt.on) : null,
    receiptNo: entry.receipt ? String(entry.receipt.no) : null,
    cause: printed(entry.cause),
    holderText: printed(entry.holder),
    holderName: bare(printed(entry.holder)).includes(bare(entry.holderName))
      ? entry.holderName
      : severalOrGone(entry),
    amountKrw: amountGone ? null : entry.amountKrw,
    priceKrw: entry.priceKrw,
    foreign: entry.foreign,
    inForce: entry.cancelled || entry.deed !== 'SET' || entry.right === 'OWNERSHIP' ? null : entry.inForce,
    cancelled: entry.cancelled,
    proofs: entry.cancelled ? proofs : [],
    // What is struck in part is unstruck, or gone, where only the valid is printed.
    unclear: entry.unclear && !(validOnly && isValid(entry) && entry.strike !== 'NONE'),
    page,
  };
}

/** Several owners are named one below the other, never in a row; else the line that named the holder is not printed. */
const severalOrGone = (entry: Entry) => (entry.holderName?.includes(', ') ? entry.holderName : null);

const bare = (text: string | null) => (text ?? '').replace(/\s/gu, '');

/** `1/2`, in lowest terms only if printed so. */
const fraction = ({ parts, of }: Share) => `${parts}/${of}`;

const isoOf = ({ year, month, day }: Day) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
