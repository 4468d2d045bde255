import type { TaskErrorCode } from '@dungji/contracts';
import { type StudioTexts, studioKo } from './texts-ko.ts';

/** Where the table's words speak of documents. */
export type OwnFailureTitle = keyof StudioTexts['failure']['title'];
export const hasOwnTitle = (code: TaskErrorCode): code is OwnFailureTitle => code in studioKo.failure.title;

/**
 * What a person can do about a video that failed:
 * - again: the same words once more
 * - change: the provider will refuse the same picture and words again
 * - missing, silent: as again, with what happened told more exactly
 * - own: they cancelled it themselves
 */
export type GenerationFailureHint = 'again' | 'change' | 'missing' | 'silent' | 'own';

const SPECIAL: Partial<Record<TaskErrorCode, GenerationFailureHint>> = {
  PROVIDER_REJECTED: 'change',
  UNREADABLE_DOCUMENT: 'change',
  RESULT_MISSING: 'missing',
  ABANDONED: 'silent',
  CANCELLED: 'own',
};

export const generationFailureHint = (code: TaskErrorCode): GenerationFailureHint => SPECIAL[code] ?? 'again';
