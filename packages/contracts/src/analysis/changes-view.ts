import { z } from 'zod';
import { DocumentId } from '../ids.ts';
import { IsoTime } from '../time.ts';
import { Evidence, FindingSeverity } from './finding.ts';

/** What can differ between two documents of the same home. */
export const ChangeCode = z.enum([
  /** A right that was not there, or was cancelled, burdens the home now. */
  'RIGHT_ADDED',
  /** A right that burdened the home is cancelled, or no longer printed among those in force. */
  'RIGHT_GONE',
  'AMOUNT_CHANGED',
  'HOLDER_CHANGED',
  'OWNER_CHANGED',
  'LAND_REGISTER_ADDED',
  'LAND_REGISTER_GONE',
  'VIOLATION_ADDED',
  'VIOLATION_GONE',
  'USE_CHANGED',
  'AREA_CHANGED',
  'PRICE_CHANGED',
]);
export type ChangeCode = z.infer<typeof ChangeCode>;

/** One difference, in the language that was asked for. */
export const Change = z.object({
  code: ChangeCode,
  severity: FindingSeverity,
  title: z.string(),
  /** What it means and what to do next. */
  detail: z.string(),
  /** Of a right or a price; null: none, or not known. */
  beforeKrw: z.number().int().min(0).nullable(),
  afterKrw: z.number().int().min(0).nullable(),
  /** Where it stands in the earlier document, and in the newer one. */
  before: z.array(Evidence),
  after: z.array(Evidence),
});
export type Change = z.infer<typeof Change>;

/** Why two documents, or parts of them, could not be compared: there may be changes that are not listed. */
export const ComparisonLimit = z.enum([
  'EARLIER_UNREAD',
  'NEWER_UNREAD',
  /** They are about two different homes. */
  'OTHER_HOME',
  /** The file that came last is the older document. */
  'NEWER_IS_OLDER',
  'EARLIER_PARTIAL',
  'NEWER_PARTIAL',
  /** An application is pending at the registry office: the record is about to change. */
  'APPLICATION_PENDING',
  /** Entries of which one of the documents does not tell whether they are cancelled, or which one they are. */
  'ENTRIES_UNCLEAR',
  'AMOUNTS_UNREAD',
  'OWNERS_UNREAD',
  /** Names of a scan that differ by so little that it may be the reading. */
  'NAMES_UNCLEAR',
  'VIOLATION_UNKNOWN',
  /** One is open data, the other a ledger on paper; they say the same in other words. */
  'SOURCES_DIFFER',
  /** Read by two versions of the reader. */
  'READERS_DIFFER',
]);
export type ComparisonLimit = z.infer<typeof ComparisonLimit>;

/**
 * A document beside the one that stood in its place before.
 * - SAME: both were read to their ends, and nothing differs
 * - CHANGED: something differs; with limits, perhaps more than is listed
 * - CANNOT_TELL: no difference is certain, and not everything could be compared. Never to be shown as "no changes"
 */
export const Comparison = z.object({
  outcome: z.enum(['SAME', 'CHANGED', 'CANNOT_TELL']),
  earlier: z.object({
    documentId: DocumentId,
    /** The moment that it tells of; null: it does not say, see `createdAt`. */
    asOf: z.string().nullable(),
    createdAt: IsoTime,
  }),
  /** Gravest first. */
  changes: z.array(Change),
  limits: z.array(ComparisonLimit),
});
export type Comparison = z.infer<typeof Comparison>;
