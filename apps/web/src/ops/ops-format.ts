import type { Locale } from '@dungji/contracts';

const TAG: Record<Locale, string> = { ko: 'ko-KR', en: 'en-GB' };

/** Day and time to the second, in the reader's own time zone: operators compare moments. */
export const formatInstant = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(TAG[locale], {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso));

/** The end of an id is what differs between two of the same day. */
export const shortId = (id: string): string => `…${id.slice(-6)}`;
