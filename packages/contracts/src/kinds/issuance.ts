import { z } from 'zod';
import { DocType } from '../document.ts';
import { DocumentId, NestId, TaskId } from '../ids.ts';
import { IsoTime } from '../time.ts';
import type { KindPolicy } from './kind-policy.ts';

export const IssuanceInput = z.object({
  nestId: NestId,
  docType: DocType,
  /** Copied at accept: editing the nest later does not change what is being issued. */
  roadAddress: z.string(),
  detailAddress: z.string(),
});
export type IssuanceInput = z.infer<typeof IssuanceInput>;

export const IssuanceResult = z.object({ documentId: DocumentId, ocrTaskId: TaskId });
export type IssuanceResult = z.infer<typeof IssuanceResult>;

/**
 * The steps of an issuance in their order, by the names that the ledger and `progress.label` carry. Screens show the whole
 * way ahead from the first moment.
 */
export const ISSUANCE_STEPS = ['search', 'choose', 'pay', 'download', 'upload', 'save'] as const;

/** The ledger comes from an open API and costs nothing, so nothing is paid on its way. */
export const LEDGER_STEPS = ['search', 'choose', 'download', 'upload', 'save'] as const;

export const stepsOf = (docType: DocType): readonly string[] =>
  docType === 'LEDGER' ? LEDGER_STEPS : ISSUANCE_STEPS;

/** What one issue costs: 열람 at the registry; the open API of the ledger is free. */
export const ISSUANCE_FEE_KRW = { REGISTRY: 700, LEDGER: 0 } as const satisfies Record<DocType, number>;

/** A registry PDF of a nest through the portal, or a ledger PDF through the open API. */
export const issuance = {
  input: IssuanceInput,
  result: IssuanceResult,
  pendingLimitMs: (limits) => limits.ISSUANCE_PENDING_TIMEOUT_MS,
  processingLimitMs: (limits) => limits.ISSUANCE_PROCESSING_TIMEOUT_MS,
  attemptsMax: 3,
  // Never DUPLICATE_PAYMENT, a bad address or OUTCOME_UNKNOWN: another attempt could pay twice or cannot help.
  // A storage or a database that was away is back soon, and what is paid for can be fetched again.
  retryOn: ['PORTAL_DOWN', 'UPLOAD_FAILED', 'SAVE_FAILED', 'WORKER_LOST'],
} as const satisfies KindPolicy;

export const RequestIssuance = z.strictObject({
  nestId: NestId,
  docType: DocType,
  idempotencyKey: z.string().min(1).max(200).optional(),
});
export type RequestIssuance = z.infer<typeof RequestIssuance>;

export const IssuanceOutlookQuery = z.strictObject({ nestId: NestId, docType: DocType });
export type IssuanceOutlookQuery = z.infer<typeof IssuanceOutlookQuery>;

/** What can honestly be said before somebody asks for a document. */
export const IssuanceOutlook = z.object({
  feeKrw: z.number().int().min(0),
  /** How long issues of this document took from request to end, of the newest that succeeded; null: too few to say. */
  usualMs: z.number().int().min(0).nullable(),
  /** Nine of ten were quicker than this; null as above. */
  slowMs: z.number().int().min(0).nullable(),
  /** So many issues stand behind these two. */
  sample: z.number().int().min(0),
  /** Requests of everybody that wait before this one would. */
  ahead: z.number().int().min(0),
  /** Workers that issue right now; null: cannot be told. */
  workersOnline: z.number().int().min(0).nullable(),
  serverNow: IsoTime,
});
export type IssuanceOutlook = z.infer<typeof IssuanceOutlook>;
