import { createHmac, timingSafeEqual } from 'node:crypto';

/** Clocks differ by less; a call that was caught on its way is worthless after it. */
const AGE_SECONDS_MAX = 300;

/** Whether a call was made by who knows the secret, lately, and with exactly this body. */
export function isSigned(
  secret: string,
  call: {
    readonly timestamp: string | undefined;
    readonly signature: string | undefined;
    readonly body: Uint8Array;
  },
  nowMs: number,
): boolean {
  const { timestamp = '', signature = '', body } = call;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > AGE_SECONDS_MAX) return false;
  const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex');
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}
