import type { ReasonCode } from '@dungji/contracts';

/**
 * What a refused decision says about its card:
 * - nothing-changed: it stands where it stood
 * - over: somebody else decided, or it has expired or gone
 * - unknown: the server itself does not know what it did
 */
export type RefusalMeaning = 'nothing-changed' | 'over' | 'unknown';

/** A new reason does not compile until somebody has thought about hidden cards. */
const MEANING = {
  INVALID_INPUT: 'nothing-changed',
  UNAUTHENTICATED: 'nothing-changed',
  FORBIDDEN: 'nothing-changed',
  NOT_FOUND: 'over',
  PAYLOAD_TOO_LARGE: 'nothing-changed',
  RATE_LIMITED: 'nothing-changed',
  DISPATCH_FAILED: 'nothing-changed',
  DEPENDENCY_DOWN: 'nothing-changed',
  ACTIVE_TASKS: 'over',
  IDEMPOTENCY_CONFLICT: 'nothing-changed',
  ALREADY_RESOLVED: 'over',
  EXPIRED: 'over',
  REJECTED_CARD: 'over',
  INSUFFICIENT_CREDITS: 'nothing-changed',
  UPLOAD_MISMATCH: 'nothing-changed',
  UNSUPPORTED_DOCUMENT: 'nothing-changed',
  INTERNAL: 'unknown',
} as const satisfies Record<ReasonCode, RefusalMeaning>;

export const refusalMeaning = (reason: ReasonCode): RefusalMeaning => MEANING[reason];
