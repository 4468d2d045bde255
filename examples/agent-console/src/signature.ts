import { createHmac, timingSafeEqual } from 'node:crypto';

/** A callback this old, or from the future, is refused: a recorded one must not be of use later. */
const TOLERANCE_MS = 5 * 60_000;

interface Signed {
  /** The headers of the call, by their lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came. Parsed and written again they may differ, and then the signature does not fit. */
  body: string;
}

/** Whether Dungji itself sent this call, just now. The first thing to ask, before anything of it is believed. */
export function isFromDungji({ headers, body }: Signed, secret: string, nowMs: number): boolean {
  const timestamp = headers['x-dungji-timestamp'];
  const signature = headers['x-dungji-signature'];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  const sentAtMs = Number(timestamp) * 1_000;
  if (!(Math.abs(nowMs - sentAtMs) <= TOLERANCE_MS)) return false;
  const expected = Buffer.from(signatureOf(timestamp, body, secret));
  const given = Buffer.from(signature);
  // In constant time, so that nobody finds the right one digit by digit.
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const signatureOf = (timestamp: string, body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
