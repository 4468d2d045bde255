import type { StreamEvent } from '@dungji/contracts';

/**
 * What a screen may honestly say about how fresh it is.
 * - connecting: no stream yet, or the last one broke a moment ago
 * - live: each change arrives as it happens
 * - polling: no stream; `poll` succeeds every few seconds (rarely in a hidden tab)
 * - offline: neither the stream nor `poll` reaches the server; both are still being tried
 * - ended: nothing is tried any more (see `endedBy`)
 */
export type StreamStatus = 'connecting' | 'live' | 'polling' | 'offline' | 'ended';

/** An immutable picture of the connection; a new object at every change. Times are epoch milliseconds of this machine. */
export interface StreamState {
  readonly status: StreamStatus;
  /** When this status began. */
  readonly since: number;
  /** When the server was last heard (an event, a ping, a poll that succeeded); null before the first time. */
  readonly lastHeardAt: number | null;
  /** When the server is asked next; null while live, while a question is open, and when ended. */
  readonly nextCheckAt: number | null;
  readonly endedBy: 'unauthenticated' | 'closed' | null;
}

/** Signals of the page the stream lives in. */
export type PageSignal = 'visible' | 'hidden' | 'online' | 'offline' | 'left' | 'returned';

/** Everything the stream takes from its surroundings, so that tests own the clock and the page. */
export interface StreamEnvironment {
  /** Epoch milliseconds. */
  now(): number;
  /** Returns the function that cancels it. */
  setTimer(run: () => void, delayMs: number): () => void;
  /** 0 ≤ n < 1. */
  random(): number;
  isVisible(): boolean;
  /** Returns the function that unsubscribes. */
  onPageSignal(listener: (signal: PageSignal) => void): () => void;
  /**
   * The right to hold one stream, as a function that gives it back; null when this browser holds enough of them already.
   * Browsers open six connections per host over HTTP/1.1, and every stream of every tab takes one.
   */
  claimSlot(): Promise<(() => void) | null>;
}

export interface OpenStreamOptions {
  /** Origin of the api (`https://dungji.example`); `''` in a page served from the same origin. */
  url: string;
  /** Sent with every request, e.g. `{'x-api-key': …}`; a function is asked again at each connection. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  fetch?: typeof globalThis.fetch;
  /** Continue exactly after this event; without it the server begins with a snapshot. */
  lastEventId?: string | undefined;
  /**
   * Called once per event, in order within each `event.stream`. `id` is what `lastEventId` takes.
   * A snapshot (the first event of a fresh stream, and any time the server could not resume) replaces what is known;
   * rows in it are still to be merged by their `version`.
   */
  onEvent(event: StreamEvent, id: string): void;
  onState?(state: StreamState): void;
  /**
   * Fetches the truth without the stream: the web refetches its active queries. Called one at a time, and only while
   * there is no live stream. Rejects when the server was not reached; `retryAfterMs` on the error postpones the next call.
   */
  poll(signal: AbortSignal): Promise<void>;
  /** Between two polls of a visible page. Default 5 s. */
  pollIntervalMs?: number;
  environment?: StreamEnvironment;
}

/** A running stream. */
export interface OpenStream {
  readonly state: StreamState;
  /** Id of the last delivered event, to resume from later. */
  readonly lastEventId: string | undefined;
  /** Asks at once instead of waiting for the next check; nothing happens while live. For a "check now" button. */
  checkNow(): void;
  /** Ends it: `ended`/`closed`. No socket or timer is left when the returned promise settles; nothing is called after it. */
  close(): Promise<void>;
}
