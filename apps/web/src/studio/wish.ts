import { type DocumentId, GENERATION_PROMPT_MAX } from '@dungji/contracts';
import { type Generation, priceOf, SECONDS, type Seconds } from './generation.ts';

/** What the form holds: a video that somebody may want. */
export interface Wish {
  imageDocumentId: DocumentId | null;
  prompt: string;
  seconds: Seconds;
}

export const EMPTY_WISH: Wish = { imageDocumentId: null, prompt: '', seconds: 5 };

/** A wish that can be asked for. */
export interface WholeWish extends Wish {
  imageDocumentId: DocumentId;
}

export interface WishErrors {
  picture?: 'pictureMissing' | 'uploadFirst';
  prompt?: 'promptMissing' | 'promptTooLong';
}

/** What is missing before it can be asked for; `null`: nothing. */
export function wishErrors(wish: Wish, isUploading: boolean): WishErrors | null {
  const prompt = wish.prompt.trim();
  const errors: WishErrors = {
    ...(isUploading
      ? { picture: 'uploadFirst' as const }
      : wish.imageDocumentId === null && { picture: 'pictureMissing' as const }),
    ...(prompt === ''
      ? { prompt: 'promptMissing' as const }
      : prompt.length > GENERATION_PROMPT_MAX && { prompt: 'promptTooLong' as const }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
}

export const isWhole = (wish: Wish): wish is WholeWish => wish.imageDocumentId !== null;

/** How far the credits reach for a length. `cheaper`: the longest length that they do reach for. */
export function shortfall(
  seconds: Seconds,
  balance: number,
): { missing: number; cheaper: Seconds | null } | null {
  const missing = priceOf(seconds) - balance;
  if (missing <= 0) return null;
  return { missing, cheaper: SECONDS.findLast((other) => priceOf(other) <= balance) ?? null };
}

/** Whether a video that has appeared since may be the one wished for; then its card stands for the wish. */
export const isOf = (generation: Generation, wish: WholeWish): boolean =>
  generation.prompt === wish.prompt &&
  generation.seconds === wish.seconds &&
  generation.imageDocumentId === wish.imageDocumentId;
