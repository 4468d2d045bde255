import type { ServerResponse } from 'node:http';

/**
 * What one reader may have unread before the next frame goes out: a reader that stopped reading costs this and one frame.
 * It is looked at before a frame, not after it, because the first one may be larger by itself: an operator's snapshot of
 * 200 cards with 50 steps each is some MB, and must not end the stream that it begins, each time anew.
 */
const UNREAD_BYTES_MAX = 1024 * 1024;
/** A reader that takes nothing at all for this long is gone or stuck; it resumes from its last id when it comes back. */
const STALLED_MS_MAX = 30_000;

/** One reader's end of the wire, in the format of tRPC's subscriptions. */
export interface Sink {
  /** Sends the headers, once; before it, the response can still be refused with a status. */
  begin(): void;
  readonly hasBegun: boolean;
  send(id: string, json: string): void;
  ping(): void;
  /** Resolves when the reader has taken what was sent, or is gone. */
  drained(): Promise<void>;
  /** Breaks the connection. A stream is never ended politely: tRPC's client takes a return for the final end. */
  cut(): void;
  readonly isOpen: boolean;
}

const HEADERS = {
  'content-type': 'text/event-stream',
  // Proxies may neither keep nor transform (compress, and thereby hold back) what passes.
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** @param reconnectAfterMs silence after which the client should give the connection up */
export function sseSink(res: ServerResponse, reconnectAfterMs: number, now: () => number = Date.now): Sink {
  let stalledSince: number | null = null;
  let hasBegun = false;
  const isOpen = () => !res.destroyed && !res.writableEnded;

  const cut = () => {
    res.socket?.destroy();
    res.destroy();
  };

  const write = (text: string) => {
    if (!isOpen()) return;
    if (res.writableLength > UNREAD_BYTES_MAX) cut();
    else if (res.write(text)) stalledSince = null;
    else stalledSince ??= now();
  };
  const onDrain = () => {
    stalledSince = null;
  };

  return {
    begin() {
      if (hasBegun || !isOpen()) return;
      hasBegun = true;
      res.writeHead(200, HEADERS);
      res.on('drain', onDrain);
      write(
        `event: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs: reconnectAfterMs })}\n\n`,
      );
    },
    send: (id, json) => write(`data: ${json}\nid: ${id}\n\n`),
    ping() {
      if (!hasBegun) return;
      if (stalledSince !== null && now() - stalledSince > STALLED_MS_MAX) cut();
      else if (stalledSince === null) write('event: ping\ndata: \n\n');
    },
    async drained() {
      if (stalledSince === null || !isOpen()) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          res.off('drain', done);
          res.off('close', done);
          resolve();
        };
        res.once('drain', done);
        res.once('close', done);
      });
    },
    cut,
    get hasBegun() {
      return hasBegun;
    },
    get isOpen() {
      return isOpen();
    },
  };
}
