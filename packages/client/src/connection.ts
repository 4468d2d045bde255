import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** How a connection came to its end. */
export type ConnectionEnd =
  | { readonly why: 'unauthenticated' }
  /** The server answered, but not with a stream. */
  | { readonly why: 'refused'; readonly retryAfterMs: number }
  /** No answer, or the stream broke; also when the caller's signal fired. */
  | { readonly why: 'broken' };

export interface ConnectionCallbacks {
  /** Any bytes at all: the line lives. */
  onHeard(): void;
  /** The server has accepted and says after how much silence it should be given up. */
  onConnected(inactivityMs: number | null): void;
  onMessage(id: string, data: string): void;
}

export interface ConnectionRequest {
  fetch: typeof globalThis.fetch;
  url: string;
  headers: Record<string, string>;
  lastEventId: string | undefined;
  now(): number;
  signal: AbortSignal;
}

/** A frame is at most a snapshot, about 1 MB; a server that sends more without an end is not ours. */
const FRAME_CHARACTERS_MAX = 8_000_000;

/**
 * One connection to `events.subscribe`, on the wire of tRPC's subscriptions: named frames `connected`, `ping`,
 * `serialized-error` and `return`; an unnamed frame with an id is an event. It is read with fetch, because EventSource
 * hides status codes and Retry-After. Never rejects; the socket is free when the promise settles.
 */
export async function connect(
  request: ConnectionRequest,
  callbacks: ConnectionCallbacks,
): Promise<ConnectionEnd> {
  // By its name alone: the browser's fetch refuses to be called as somebody's method.
  const { fetch } = request;
  let response: Response;
  try {
    response = await fetch(addressOf(request), {
      headers: { ...request.headers, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: request.signal,
    });
  } catch {
    return { why: 'broken' };
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!response.ok || !isStream || !response.body) {
    await response.body?.cancel().catch(() => {});
    if (response.status === 401) return { why: 'unauthenticated' };
    return { why: 'refused', retryAfterMs: retryAfterMs(response.headers, request.now()) };
  }
  return readFrames(response.body, request.signal, callbacks);
}

function addressOf({ url, lastEventId }: ConnectionRequest): string {
  const address = `${url.replace(/\/$/, '')}/trpc/events.subscribe`;
  if (lastEventId === undefined) return address;
  return `${address}?input=${encodeURIComponent(JSON.stringify({ lastEventId }))}`;
}

async function readFrames(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  callbacks: ConnectionCallbacks,
): Promise<ConnectionEnd> {
  const broken: ConnectionEnd = { why: 'broken' };
  let end: ConnectionEnd | null = null;
  const parser = createParser({
    maxBufferSize: FRAME_CHARACTERS_MAX,
    onEvent(frame) {
      if (end === null && !signal.aborted) end = takeFrame(frame, callbacks);
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    while (end === null) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) break;
      callbacks.onHeard();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    return broken;
  } finally {
    await reader.cancel().catch(() => {});
  }
  return end ?? broken;
}

function takeFrame(frame: EventSourceMessage, callbacks: ConnectionCallbacks): ConnectionEnd | null {
  switch (frame.event) {
    case undefined:
    case 'message':
      // Without an id it could not be resumed after; the gap that it leaves is noticed.
      if (frame.id) callbacks.onMessage(frame.id, frame.data);
      return null;
    case 'connected':
      callbacks.onConnected(numberIn(frame.data, 'reconnectAfterInactivityMs'));
      return null;
    case 'serialized-error':
      return numberIn(frame.data, 'data', 'httpStatus') === 401
        ? { why: 'unauthenticated' }
        : { why: 'refused', retryAfterMs: 0 };
    case 'return':
      // Our server never ends a stream this way; whoever did, there is more to follow.
      return { why: 'broken' };
    default:
      return null;
  }
}

/** The number at a path inside JSON text, or null. */
function numberIn(text: string, ...path: string[]): number | null {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of path) {
      if (typeof value !== 'object' || value === null) return null;
      value = Reflect.get(value, name);
    }
    return typeof value === 'number' ? value : null;
  } catch {
    return null;
  }
}

/** Both forms of Retry-After, seconds and date; 0 when there is none. */
export function retryAfterMs(headers: Headers, now: number): number {
  const text = headers.get('retry-after');
  if (text === null) return 0;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
