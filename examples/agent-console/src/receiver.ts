import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { verifyStepCall } from '@dungji/client';
import type { Bundle, MergeOutcome, Profile } from './profile.ts';

/** Larger than any bundle. */
const BODY_BYTES_MAX = 65_536;

export interface ReceivedCall {
  readonly position: number;
  readonly idempotencyKey: string;
}

export interface ReceiverOptions {
  profile: Profile;
  /** What Dungji signs with. */
  secret: string;
  now?: () => Date;
  /** Verified, and nothing done yet. */
  onArrival?: (call: ReceivedCall) => unknown;
  /** Done, and not answered yet. */
  onMerged?: (call: ReceivedCall, outcome: MergeOutcome['outcome']) => unknown;
}

/**
 * Receives the steps of an approved card: POST /merge. What it answers decides what Dungji does:
 * 2xx: the step is done · 5xx or silence: it is tried again under the same key · any other 4xx: it is refused for good.
 */
export function createReceiver(options: ReceiverOptions): Server {
  return createServer((request, response) => {
    receive(request, options).then(
      ({ status, body }) => answer(response, status, body),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
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
  const { profile, secret, now, onArrival, onMerged } = options;
  if (request.method !== 'POST' || request.url !== '/merge') return refuse(404, 'there is nothing here');
  const body = await textOf(request);
  if (body === null) return refuse(413, 'too large');
  // Before anything of it is believed. The bytes as they came: parsed and written again they may differ.
  const verified = await verifyStepCall({
    secret,
    headers: request.headers,
    body,
    ...(now && { now: now() }),
  });
  if (verified === null) return refuse(401, 'the signature does not fit');
  const bundle = bundleOf(body);
  if (bundle === null) return refuse(422, 'not a bundle');

  const call = { position: bundle.position, idempotencyKey: verified.idempotencyKey };
  await onArrival?.(call);
  const merged = await profile.merge(bundle, call.idempotencyKey);
  await onMerged?.(call, merged.outcome);
  switch (merged.outcome) {
    case 'merged':
    case 'known':
      // The same answer as the first time: whoever repeats a call must not notice that it was one.
      return { status: 200, body: merged.answer };
    case 'conflict':
      return refuse(409, 'this key was used for another bundle');
    case 'out of order':
      return refuse(409, 'it is not the next bundle of its day');
  }
}

const refuse = (status: number, message: string): Answer => ({ status, body: { message } });

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
    const { day, position, heading, lines } = JSON.parse(body) as Partial<Bundle>;
    const isBundle =
      typeof day === 'string' &&
      Number.isInteger(position) &&
      typeof heading === 'string' &&
      Array.isArray(lines) &&
      lines.every((line) => typeof line === 'string');
    return isBundle ? ({ day, position, heading, lines } as Bundle) : null;
  } catch {
    return null;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
