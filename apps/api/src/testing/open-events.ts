import { request } from 'node:http';
import type { StreamEvent } from '@dungji/contracts';

/** One open stream, read as it comes. */
export interface OpenEvents {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly received: { event: StreamEvent; id: string }[];
  readonly pings: number;
  /** Resolves when the connection is over, however it ended. */
  readonly ended: Promise<void>;
  /** The first event, past or to come, that fits. */
  until(fits: (event: StreamEvent) => boolean, timeoutMs?: number): Promise<StreamEvent>;
  /** Stops reading without closing, as a stuck client does. */
  pause(): void;
  close(): Promise<void>;
}

/** Opens `events.subscribe` with plain HTTP, so that status, headers and bytes are seen as they are. */
export async function openEvents(
  url: string,
  headers: Record<string, string>,
  { lastEventId, search = '' }: { lastEventId?: string; search?: string } = {},
): Promise<OpenEvents> {
  const received: OpenEvents['received'] = [];
  const watchers = new Set<() => void>();
  let pings = 0;
  const req = request(`${url}/trpc/events.subscribe${search}`, {
    agent: false,
    headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  });
  req.end();
  const res = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    req.once('response', resolve);
    req.once('error', reject);
  });
  req.on('error', () => {});
  res.on('error', () => {});
  const ended = new Promise<void>((resolve) => res.once('close', () => resolve()));
  void ended.then(() => {
    for (const look of watchers) look();
  });
  let rest = '';
  res.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
      if (fields.event === 'ping') pings += 1;
      if (fields.event === undefined)
        received.push({ event: JSON.parse(fields.data ?? ''), id: fields.id ?? '' });
    }
    for (const look of watchers) look();
  });
  return {
    status: res.statusCode ?? 0,
    headers: res.headers,
    received,
    get pings() {
      return pings;
    },
    ended,
    until: (fits, timeoutMs = 5_000) =>
      new Promise((resolve, reject) => {
        const finish = () => {
          clearTimeout(timer);
          watchers.delete(look);
        };
        const look = () => {
          const found = received.find(({ event }) => fits(event));
          if (found) {
            finish();
            resolve(found.event);
          } else if (res.closed) {
            finish();
            reject(new Error(`the stream ended before such an event: ${res.statusCode} ${rest}`));
          }
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`no such event within ${timeoutMs} ms; got ${received.map((r) => r.event.type)}`));
        }, timeoutMs);
        watchers.add(look);
        look();
      }),
    pause: () => res.pause(),
    async close() {
      req.destroy();
      await ended;
    },
  };
}
