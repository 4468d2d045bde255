import { z } from 'zod';
import { ReadMethod } from '../kinds/ocr.ts';

/** Where on a page something stands, as shares of its width and height from the top left, so it fits any rendering. */
export const PagePlace = z.object({
  page: z.number().int().min(1),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
export type PagePlace = z.infer<typeof PagePlace>;

export const RegistrySection = z.enum(['갑구', '을구']);
export type RegistrySection = z.infer<typeof RegistrySection>;

/** What an entry is about, by its 등기목적. */
export const RegistryRight = z.enum([
  'OWNERSHIP',
  'TRUST',
  'PROVISIONAL_SEIZURE',
  'SEIZURE',
  'INJUNCTION',
  'AUCTION',
  'PROVISIONAL_REGISTRATION',
  'MORTGAGE',
  'JEONSE',
  'LEASEHOLD_ORDER',
  'SUPERFICIES',
  /** Notices, repurchase agreements, restrictions and whatever has no name here. */
  'OTHER',
]);
export type RegistryRight = z.infer<typeof RegistryRight>;

/**
 * What an entry does with its right: SET creates it; CHANGE replaces words or amounts of it, TRANSFER its holder;
 * PLEDGE burdens it without adding to it; CANCEL ends it; RESTORE brings a cancelled one back.
 */
export const RegistryDeed = z.enum(['SET', 'CHANGE', 'TRANSFER', 'PLEDGE', 'CANCEL', 'RESTORE']);
export type RegistryDeed = z.infer<typeof RegistryDeed>;

/** Why something of a document is not known. */
export const ReadingDoubt = z.enum([
  /** Pages of the document are not in the file. */
  'PAGES_MISSING',
  /** Only the summary, which is no proof of anything. */
  'SUMMARY_ONLY',
  /** A certificate of a part of the record. */
  'PARTIAL_CERTIFICATE',
  /** An application is pending at the registry office: the record is about to change. */
  'APPLICATION_PENDING',
  /** A page, or a table on it, could not be read. */
  'PAGE_UNREADABLE',
  /** Whether an entry is cancelled cannot be told: it is struck in part, or a cancellation names it in part. */
  'CANCELLATION_UNCLEAR',
  /** A cancellation names an entry that was not found. */
  'CANCELLED_ENTRY_NOT_FOUND',
  'AMOUNT_UNREAD',
  'FOREIGN_CURRENCY',
  'OWNER_UNREAD',
  /** The summary page lists other live entries than the body. */
  'SUMMARY_DISAGREES',
  /** Ranks are not in order: a row may have been lost. */
  'RANKS_OUT_OF_ORDER',
  /** Recognised with too little confidence. */
  'LOW_CONFIDENCE',
  /** The document is no register (or ledger) at all. */
  'OTHER_DOCUMENT',
]);
export type ReadingDoubt = z.infer<typeof ReadingDoubt>;

const Krw = z.number().int().min(0);

export const RegistryEntry = z.object({
  section: RegistrySection,
  rank: z.string().nullable(),
  purpose: z.string(),
  receiptDate: z.string().nullable(),
  receiptNo: z.string().nullable(),
  cause: z.string().nullable(),
  holder: z.string().nullable(),
  /** As printed in this very entry. Changes and transfers carry their own; see `inForce` for what holds now. */
  amountKrw: Krw.nullable(),
  /** null: cannot be told. */
  cancelled: z.boolean().nullable(),
  cancelledBy: z.enum(['STRIKE', 'ENTRY', 'VALID_ONLY']).nullable(),
  page: z.number().int().min(1),
  right: RegistryRight,
  deed: RegistryDeed,
  /** The right with its later changes and transfers; null for cancelled entries and for those that set no right. */
  inForce: z.object({ amountKrw: Krw.nullable(), holder: z.string().nullable() }).nullable(),
  /** The words of the row, without numbers of persons. */
  text: z.string(),
  places: z.array(PagePlace),
  doubts: z.array(ReadingDoubt),
});
export type RegistryEntry = z.infer<typeof RegistryEntry>;

/** What a register says. null = not known, never "none": "none" is 0 or an empty list. */
export const RegistryView = z.object({
  kind: z.enum(['집합건물', '건물', '토지']),
  /**
   * WITH_CANCELLED shows cancelled entries struck through; VALID_ONLY leaves them out; SUMMARY_ONLY is the summary page
   * without the certificate it belongs to.
   */
  variant: z.enum(['WITH_CANCELLED', 'VALID_ONLY', 'SUMMARY_ONLY']),
  /** `1101-2099-000001` */
  uniqueNumber: z.string().nullable(),
  address: z.string().nullable(),
  roadAddress: z.string().nullable(),
  /** `3`, `지하1` */
  floor: z.string().nullable(),
  /** `302` */
  unit: z.string().nullable(),
  /** Of the unit alone (전유부분), never of the building or the land. */
  exclusiveAreaM2: z.number().nullable(),
  /** Those of today. Shares as `1/2`; `1/1` for a sole owner. Empty: not read. */
  owners: z.array(
    z.object({
      name: z.string(),
      share: z.string().nullable(),
      rank: z.string().nullable(),
      trustee: z.boolean(),
    }),
  ),
  entries: z.array(RegistryEntry),
  /** Live mortgages (채권최고액), jeonse rights and registered leases, at their amounts of today; exact or null. */
  seniorDebtKrw: Krw.nullable(),
  /** The same with everything counted whose cancellation is in doubt; null while any amount of it is unread. */
  seniorDebtAtMostKrw: Krw.nullable(),
  /** `별도등기 있음`: the land has burdens of its own, in another register. null: the part was not read. */
  separateLandRegister: z.boolean().nullable(),
  viewedAt: z.string().nullable(),
  pages: z.number().int().min(1),
  /** Everything the document says was read. Without it, absence of a burden proves nothing. */
  complete: z.boolean(),
  doubts: z.array(ReadingDoubt),
  method: ReadMethod,
});
export type RegistryView = z.infer<typeof RegistryView>;
