/**
 * When a server that is too busy wants to be asked again, from its Retry-After header: seconds, or a date.
 * Undefined: it did not say, or not in a form that exists.
 */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // `Date.parse` makes a date of nearly everything; the header knows only the form that names its zone.
  const atMs = /GMT$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
