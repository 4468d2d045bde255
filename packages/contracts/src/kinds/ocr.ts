import { z } from 'zod';
import { DocumentId } from '../ids.ts';
import type { KindPolicy } from './kind-policy.ts';

export const OcrInput = z.object({ documentId: DocumentId });
export type OcrInput = z.infer<typeof OcrInput>;

export const ReadMethod = z.enum(['TEXT_LAYER', 'OCR']);
export type ReadMethod = z.infer<typeof ReadMethod>;

export const OcrResult = z.object({
  documentId: DocumentId,
  pages: z.number().int().min(1),
  method: ReadMethod,
  findings: z.number().int().min(0),
});
export type OcrResult = z.infer<typeof OcrResult>;

/** Text of a stored document: text layer first, character recognition where there is none. */
export const ocr = {
  input: OcrInput,
  result: OcrResult,
  pendingLimitMs: (limits) => limits.OCR_PENDING_TIMEOUT_MS,
  processingLimitMs: (limits) => limits.OCR_PROCESSING_TIMEOUT_MS,
  attemptsMax: 2,
  retryOn: ['OCR_FAILED', 'WORKER_LOST', 'SAVE_FAILED'],
} as const satisfies KindPolicy;
