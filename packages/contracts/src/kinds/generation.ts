import { z } from 'zod';
import { DocumentId } from '../ids.ts';
import type { KindPolicy } from './kind-policy.ts';

/** A video from an image at the external provider. */
export const generation = {
  input: z.object({
    imageDocumentId: DocumentId.optional(),
    imageUrl: z.url().optional(),
    prompt: z.string(),
    seconds: z.union([z.literal(5), z.literal(10), z.literal(30)]),
  }),
  result: z.object({ documentId: DocumentId }),
  pendingLimitMs: (limits) => limits.GENERATION_PENDING_TIMEOUT_MS,
  processingLimitMs: (limits) => limits.GENERATION_CEILING_MS,
  attemptsMax: 3,
  retryOn: ['WORKER_LOST'],
} as const satisfies KindPolicy;
