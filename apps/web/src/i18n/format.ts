import type { Locale } from '@dungji/contracts';

const TAG: Record<Locale, string> = { ko: 'ko-KR', en: 'en-GB' };

/**
 * A length of time to the second: `42초`, `3분 05초`, `1시간 02분`. Negative lengths (a clock that is off) count as none.
 */
export function formatDuration(ms: number, locale: Locale): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hourWord, minuteWord, secondWord] = locale === 'ko' ? ['시간', '분', '초'] : [' h', ' min', ' s'];
  const twoDigits = (n: number) => String(n).padStart(2, '0');
  if (seconds < 60) return `${seconds}${secondWord}`;
  if (seconds < 3600)
    return `${Math.floor(seconds / 60)}${minuteWord} ${twoDigits(seconds % 60)}${secondWord}`;
  return `${Math.floor(seconds / 3600)}${hourWord} ${twoDigits(Math.floor((seconds % 3600) / 60))}${minuteWord}`;
}

/** Whole seconds until a moment, rounded up, never below zero: a countdown reads 1 until it is over. */
export const secondsUntil = (iso: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / 1000));

/** Time of day in the reader's own time zone. */
export const formatClock = (iso: string | number, locale: Locale): string =>
  new Intl.DateTimeFormat(TAG[locale], { hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** Day and time in the reader's own time zone. */
export const formatMoment = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(TAG[locale], {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));

/** Day with its year, in the reader's own time zone. */
export const formatDate = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(TAG[locale], { year: 'numeric', month: 'long', day: 'numeric' }).format(
    new Date(iso),
  );

/** A calendar day (`YYYY-MM-DD`), the same in every time zone. */
export const formatDay = (day: string, locale: Locale): string =>
  locale === 'ko'
    ? day.replaceAll('-', '.')
    : new Intl.DateTimeFormat('en-GB', {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(`${day}T00:00:00Z`));

/** Units of ten thousand, as Korean counts money. */
const KOREAN_UNITS: readonly (readonly [number, string])[] = [
  [1_000_000_000_000, '조'],
  [100_000_000, '억'],
  [10_000, '만'],
];

/** Won as people say it: `3억 5,000만원`; in English with digits: `₩350,000,000`. */
export function formatKrw(amountKrw: number, locale: Locale): string {
  if (locale === 'en') return `₩${amountKrw.toLocaleString('en-US')}`;
  if (amountKrw === 0) return '0원';
  let rest = amountKrw;
  const parts: string[] = [];
  for (const [unit, word] of KOREAN_UNITS) {
    const count = Math.floor(rest / unit);
    rest %= unit;
    if (count > 0) parts.push(`${count.toLocaleString('ko-KR')}${word}`);
  }
  if (rest > 0) parts.push(rest.toLocaleString('ko-KR'));
  return `${parts.join(' ')}원`;
}

/** File size in the nearest of KB and MB. */
export const formatBytes = (sizeBytes: number): string =>
  sizeBytes < 1_000_000
    ? `${Math.max(1, Math.round(sizeBytes / 1000))} KB`
    : `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
