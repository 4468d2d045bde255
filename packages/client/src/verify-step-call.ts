/** A call as it arrived at a target of `http.post` steps. */
export interface StepCall {
  /** What Dungji signs with (STEP_SIGNING_SECRET). */
  secret: string;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as they came, before any parsing; empty for a GET. */
  body: string | Uint8Array;
  now?: Date;
}

/** Clocks differ by less; a call that was caught on its way is worthless after it. */
const AGE_SECONDS_MAX = 300;

/**
 * Whether a step was sent by Dungji, lately, and with exactly this body. Null: it was not; answer 401 and do nothing.
 * The key names the effect: the same key always stands for the same step, and may come several times.
 */
export async function verifyStepCall(call: StepCall): Promise<{ idempotencyKey: string } | null> {
  const timestamp = headerOf(call, 'x-dungji-timestamp');
  const signature = headerOf(call, 'x-dungji-signature');
  const idempotencyKey = headerOf(call, 'idempotency-key');
  const nowSeconds = (call.now ?? new Date()).getTime() / 1000;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > AGE_SECONDS_MAX)
    return null;
  const hex = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (hex === undefined || idempotencyKey === '') return null;

  const { subtle } = globalThis.crypto;
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', encoder.encode(call.secret), algorithm, false, ['verify']);
  const body = typeof call.body === 'string' ? encoder.encode(call.body) : call.body;
  const signed = new Uint8Array([...encoder.encode(`${timestamp}.`), ...body]);
  const given = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return (await subtle.verify('HMAC', key, given, signed)) ? { idempotencyKey } : null;
}

function headerOf({ headers }: StepCall, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}
