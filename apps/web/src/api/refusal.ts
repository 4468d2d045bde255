import { type ErrorData, type Locale, REASONS, type ReasonCode } from '@dungji/contracts';
import i18next from 'i18next';

/** Why a call was refused, or `null` when the server did not answer at all and the outcome is unknown. */
export function refusalOf(error: unknown): ErrorData | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  return isErrorData(error.data) ? error.data : null;
}

/**
 * By hand and not by its schema: this is in the first script, and the schemas' library would double it. A reason that is
 * not in the table comes from a newer server or from something else; either way its words are not known here.
 */
function isErrorData(data: unknown): data is ErrorData {
  return (
    typeof data === 'object' &&
    data !== null &&
    'reason' in data &&
    typeof data.reason === 'string' &&
    Object.hasOwn(REASONS, data.reason) &&
    'httpStatus' in data &&
    typeof data.httpStatus === 'number' &&
    'requestId' in data &&
    typeof data.requestId === 'string'
  );
}

/** After these nobody knows what the call did: the database may have been lost just when it wrote it down. */
const LEAVE_OPEN: readonly ReasonCode[] = ['DEPENDENCY_DOWN', 'INTERNAL'];

/** The call was refused and has done nothing. An idempotency key must outlive every other failure. */
export function isCertainRefusal(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && !LEAVE_OPEN.includes(refusal.reason);
}

export const refusedFor = (error: unknown, reason: ReasonCode): boolean =>
  refusalOf(error)?.reason === reason;

export const reasonText = (reason: ReasonCode, locale: Locale): string => REASONS[reason].message[locale];

/** The refusal in plain words. */
export function refusalText(error: unknown, locale: Locale): string {
  const refusal = refusalOf(error);
  if (refusal) return reasonText(refusal.reason, locale);
  return i18next.t('problem.unreachable', { lng: locale });
}
