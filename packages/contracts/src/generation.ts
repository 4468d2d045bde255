import { z } from 'zod';
import { DocumentId } from './ids.ts';
import { GenerationSeconds } from './kinds/generation.ts';
import { Page } from './procedures.ts';
import { Accepted, TaskView } from './task-view.ts';

/** The answer to generations.request. */
export const GenerationAccepted = Accepted.extend({
  /** The price of this video; for a key that was used before, what it was charged then. */
  creditsCharged: z.number().int().min(0),
  /** What is left. */
  balance: z.number().int().min(0),
});
export type GenerationAccepted = z.infer<typeof GenerationAccepted>;

/** A generation as its owner sees it: the task, what was asked for, and what it cost in the end. */
export const GenerationView = TaskView.and(
  z.object({
    prompt: z.string(),
    seconds: GenerationSeconds,
    imageDocumentId: DocumentId.nullable(),
    imageUrl: z.string().nullable(),
    creditsCharged: z.number().int(),
    /** 0 unless it FAILED. */
    creditsRefunded: z.number().int(),
  }),
);
export type GenerationView = z.infer<typeof GenerationView>;

export const ListGenerations = z.strictObject(Page).default({ limit: 50 });
