import { z } from 'zod';
import { DocType } from '../document.ts';
import { DocumentId, NestId, TaskId } from '../ids.ts';
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

/** A registry or ledger PDF of a nest, through the portal. */
export const issuance = {
  input: IssuanceInput,
  result: IssuanceResult,
  pendingLimitMs: (limits) => limits.ISSUANCE_PENDING_TIMEOUT_MS,
  processingLimitMs: (limits) => limits.ISSUANCE_PROCESSING_TIMEOUT_MS,
  attemptsMax: 3,
  // Never DUPLICATE_PAYMENT, a bad address or OUTCOME_UNKNOWN: another attempt could pay twice or cannot help.
  retryOn: ['PORTAL_DOWN', 'WORKER_LOST'],
} as const satisfies KindPolicy;

export const RequestIssuance = z.strictObject({
  nestId: NestId,
  docType: DocType,
  idempotencyKey: z.string().min(1).max(200).optional(),
});
export type RequestIssuance = z.infer<typeof RequestIssuance>;
