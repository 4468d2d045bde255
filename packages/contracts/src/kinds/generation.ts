import { z } from 'zod';
import { DocumentId } from '../ids.ts';
import { words } from '../text.ts';
import type { KindPolicy } from './kind-policy.ts';

export const GenerationSeconds = z.union([z.literal(5), z.literal(10), z.literal(30)]);
export type GenerationSeconds = z.infer<typeof GenerationSeconds>;

/** What a video costs, in credits: the one place of the price. */
export const GENERATION_COSTS: Readonly<Record<GenerationSeconds, number>> = { 5: 10, 10: 18, 30: 50 };

/** Room for a careful description of a scene; providers cut off more than this. */
export const GENERATION_PROMPT_MAX = 2_000;

export const GenerationInput = z.object({
  imageDocumentId: DocumentId.optional(),
  imageUrl: z.url().optional(),
  prompt: z.string(),
  seconds: GenerationSeconds,
});
export type GenerationInput = z.infer<typeof GenerationInput>;

export const GenerationResult = z.object({ documentId: DocumentId });
export type GenerationResult = z.infer<typeof GenerationResult>;

/**
 * The stretches of a generation in their order, as `progress.label` carries them: handed in, being rendered by the
 * provider, and its file being brought home.
 */
export const GENERATION_STEPS = ['submit', 'render', 'store'] as const;
export type GenerationStep = (typeof GENERATION_STEPS)[number];

/** A video from an image at the external provider. */
export const generation = {
  input: GenerationInput,
  result: GenerationResult,
  pendingLimitMs: (limits) => limits.GENERATION_PENDING_TIMEOUT_MS,
  processingLimitMs: (limits) => limits.GENERATION_CEILING_MS,
  // Attempts to hand the work in. What the provider made of it is never tried again by itself.
  attemptsMax: 3,
  retryOn: ['PROVIDER_FAILED', 'WORKER_LOST', 'SAVE_FAILED'],
  neverInDoubt: true,
} as const satisfies KindPolicy;

export const RequestGeneration = z
  .strictObject({
    /** A picture of one's own; or `imageUrl`. */
    imageDocumentId: DocumentId.optional(),
    /** A picture anybody can fetch; or `imageDocumentId`. */
    imageUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
    prompt: words(GENERATION_PROMPT_MAX),
    seconds: GenerationSeconds,
    idempotencyKey: z.string().min(1).max(200).optional(),
  })
  .refine((input) => (input.imageDocumentId === undefined) !== (input.imageUrl === undefined), {
    error: 'give either a picture of your own or the address of one',
    path: ['imageUrl'],
  });
export type RequestGeneration = z.infer<typeof RequestGeneration>;
