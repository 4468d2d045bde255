/** `2015년3월2일`, `2026년 1월 31일`, `2011.5.20.`, `2026/01/31`, `20100312` → `2015-03-02`; null when there is none. */
export function isoDayOf(text: string): string | null {
  const match =
    /(\d{4})년\s*(\d{1,2})월\s*(\d{1,2})일/.exec(text) ??
    /(\d{4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,2})/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  return match ? isoDay(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1900 && year < 2200 ? date.toISOString().slice(0, 10) : null;
}

/** Korea is nine hours ahead and has no summer time. */
const KOREA_MS = 9 * 3_600_000;

/** A moment as printed in Korea, in UTC. */
export function isoTimeInKorea(day: string, hours: number, minutes: number, seconds: number): string | null {
  if (hours > 24 || minutes > 59 || seconds > 59) return null;
  const ms = Date.parse(`${day}T00:00:00.000Z`) + ((hours * 60 + minutes) * 60 + seconds) * 1000 - KOREA_MS;
  return new Date(ms).toISOString();
}
