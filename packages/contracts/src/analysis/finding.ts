import { z } from 'zod';
import { DocumentId } from '../ids.ts';
import { PagePlace } from './registry-view.ts';

export const FindingCode = z.enum([
  'OWNER_MISMATCH',
  'CO_OWNERSHIP',
  'TRUST',
  'PROVISIONAL_SEIZURE',
  'SEIZURE',
  'INJUNCTION',
  'AUCTION',
  'PROVISIONAL_REGISTRATION',
  'MORTGAGE',
  'JEONSE_RIGHT',
  'LEASEHOLD_ORDER',
  'SUPERFICIES',
  'SEPARATE_LAND_REGISTER',
  'MANY_LIENS',
  'FREQUENT_TRANSFER',
  'ILLEGAL_BUILDING',
  'NON_RESIDENTIAL_USE',
  'DEBT_RATIO',
  'UNIT_MISMATCH',
  'STALE_DOCUMENT',
  'CANNOT_TELL',
]);
export type FindingCode = z.infer<typeof FindingCode>;

export const FindingSeverity = z.enum(['HIGH', 'CAUTION', 'INFO']);
export type FindingSeverity = z.infer<typeof FindingSeverity>;

/** The proof of a finding: the words, and where they stand. */
export const Evidence = z.object({
  documentId: DocumentId.nullable(),
  page: z.number().int().min(1).nullable(),
  section: z.string().nullable(),
  rank: z.string().nullable(),
  text: z.string(),
  /** Where to point on the pages; empty when the words are known without their place. */
  places: z.array(PagePlace),
});
export type Evidence = z.infer<typeof Evidence>;

/** Something a tenant should know, in the language that was asked for. */
export const Finding = z.object({
  code: FindingCode,
  severity: FindingSeverity,
  title: z.string(),
  /** What it means. */
  detail: z.string(),
  /** What to do next. */
  advice: z.string(),
  amountKrw: z.number().int().min(0).nullable(),
  evidence: z.array(Evidence),
});
export type Finding = z.infer<typeof Finding>;

/**
 * The colour of the whole. CLEAR needs complete, fresh, readable documents without HIGH or CAUTION findings: whatever
 * could not be read makes it CANNOT_TELL at best.
 */
export const AnalysisVerdict = z.enum(['DANGER', 'CAUTION', 'CANNOT_TELL', 'CLEAR']);
export type AnalysisVerdict = z.infer<typeof AnalysisVerdict>;
