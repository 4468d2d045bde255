import type { Locale } from '@dungji/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A card of the usual three days becomes "soon" on its last working day, and "urgent" when a pause would miss it. */
const SOON_MS = 6 * HOUR_MS;
const URGENT_MS = HOUR_MS;

/**
 * How pressing a card is by its remaining life, on the server's clock:
 * - calm, soon, urgent
 * - over: past its expiry; the server takes it away any moment
 */
export type Urgency = 'calm' | 'soon' | 'urgent' | 'over';

export function urgencyOf(expiresAt: string, nowMs: number): Urgency {
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'over';
  if (leftMs <= URGENT_MS) return 'urgent';
  return leftMs <= SOON_MS ? 'soon' : 'calm';
}

/** Remaining life in its two largest units, rounded down: `2일 3시간`, `3시간 20분`, `42분`, `58초`. */
export function formatLife(leftMs: number, locale: Locale): string {
  const words = locale === 'ko' ? ['일', '시간', '분', '초'] : [' d', ' h', ' min', ' s'];
  const pair = (large: number, largeWord = '', small = 0, smallWord = '') =>
    small === 0 ? `${large}${largeWord}` : `${large}${largeWord} ${small}${smallWord}`;
  const ms = Math.max(0, leftMs);
  if (ms >= DAY_MS)
    return pair(Math.floor(ms / DAY_MS), words[0], Math.floor((ms % DAY_MS) / HOUR_MS), words[1]);
  if (ms >= HOUR_MS)
    return pair(Math.floor(ms / HOUR_MS), words[1], Math.floor((ms % HOUR_MS) / MINUTE_MS), words[2]);
  if (ms >= MINUTE_MS) return pair(Math.floor(ms / MINUTE_MS), words[2]);
  return pair(Math.floor(ms / 1_000), words[3]);
}
