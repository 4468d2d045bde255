import { ErrorData, type Locale, REASONS, type ReasonCode } from '@dungji/contracts';
import i18next from 'i18next';

/** Why a call was refused, or `null` when the server did not answer at all and the outcome is unknown. */
export function refusalOf(error: unknown): ErrorData | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null;
  return ErrorData.safeParse(error.data).data ?? null;
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
