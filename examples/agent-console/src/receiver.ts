import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bundle, Profile } from './profile.ts';
import { isFromDungji } from './signature.ts';

/** Larger than any bundle. */
const BODY_BYTES_MAX = 65_536;

interface ReceiverOptions {
  profile: Profile;
  secret: string;
  now?: () => number;
  /** How long a merge takes, to have something to look at. */
  mergeMs?: number;
  onCall?: (call: { position: number; idempotencyKey: string; outcome: string }) => void;
}

/**
 * Receives the steps of an approved card: POST /merge. What it answers decides what Dungji does:
 * 2xx the step is done · 5xx or no answer it is tried again with the same key · any other 4xx it is refused for good.
 */
export function createReceiver(options: ReceiverOptions): Server {
  return createServer((request, response) => {
    receive(request, options).then(
      ({ status, body }) => answer(response, status, body),
      (error: unknown) => {
        console.error(error);
        answer(response, 500, { message: 'the bundle could not be merged' });
      },
    );
  });
}

interface Answer {
  status: number;
  body: object;
}

async function receive(request: IncomingMessage, options: ReceiverOptions): Promise<Answer> {
  const { profile, secret, now = Date.now, mergeMs = 0, onCall } = options;
  if (request.method !== 'POST' || request.url !== '/merge')
    return { status: 404, body: { message: 'there is nothing here' } };
  const body = await textOf(request);
  if (body === null) return { status: 413, body: { message: 'too large' } };
  if (!isFromDungji({ headers: request.headers, body }, secret, now()))
    return { status: 401, body: { message: 'the signature does not fit' } };
  const idempotencyKey = request.headers['idempotency-key'];
  const bundle = bundleOf(body);
  if (typeof idempotencyKey !== 'string' || bundle === null)
    return { status: 422, body: { message: 'not a bundle' } };

  await pause(mergeMs);
  const merged = await profile.merge(bundle, idempotencyKey);
  onCall?.({ position: bundle.position, idempotencyKey, outcome: merged.outcome });
  switch (merged.outcome) {
    case 'merged':
    case 'known':
      // The same answer as the first time: whoever repeats a call must not notice that it was one.
      return { status: 200, body: merged.answer };
    case 'conflict':
      return { status: 409, body: { message: 'this key was used for another bundle' } };
    case 'out of order':
      return { status: 409, body: { message: 'the bundle before it is missing' } };
  }
}

async function textOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function bundleOf(body: string): Bundle | null {
  try {
    const { position, heading, lines } = JSON.parse(body) as Partial<Bundle>;
    const isBundle =
      Number.isInteger(position) &&
      typeof heading === 'string' &&
      Array.isArray(lines) &&
      lines.every((line) => typeof line === 'string');
    return isBundle ? ({ position, heading, lines } as Bundle) : null;
  } catch {
    return null;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
