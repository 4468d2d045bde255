import type { TaskErrorCode } from '@dungji/contracts';

/**
 * What a person can do about a failed issue:
 * - again: ask again
 * - address: correct the address first
 * - paid: ask again; what was paid for is used
 * - person: somebody is looking into it; asking again is possible but not urged
 * - none: ask again only after a look at the details
 */
export type FailureAction = 'again' | 'address' | 'paid' | 'person' | 'none';

const SPECIAL: Partial<Record<TaskErrorCode, FailureAction>> = {
  ADDRESS_NOT_FOUND: 'address',
  DUPLICATE_PAYMENT: 'paid',
  OUTCOME_UNKNOWN: 'person',
};

export const failureAction = (code: TaskErrorCode, retryable: boolean): FailureAction =>
  SPECIAL[code] ?? (retryable ? 'again' : 'none');
