import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

const isStream = (url: string | undefined): boolean => url?.includes('/trpc/events.subscribe') ?? false;

/** All that passes between a browser and the world, by way of a proxy that may be told to misbehave. */
export interface Line {
  /** A browser's context whose every request goes this way; the address of the page stays what it is. */
  newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext>;
  /** Paths with their inputs of all that was asked through it, in order. */
  readonly asked: readonly string[];
  /** Connections break, and new ones are refused. */
  cut(): void;
  /** Streams are accepted and not a byte of them passes, as a proxy does that waits for their end. */
  holdStreams(): void;
  /** Everything passes again. Streams that are held stay so. */
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(): Promise<Line> {
  const sockets = new Set<Duplex>();
  const asked: string[] = [];
  let mode: 'passes' | 'is cut' | 'holds streams' = 'passes';

  function pass(near: IncomingMessage, answer: ServerResponse): void {
    const url = near.url ?? '';
    const { pathname, search } = new URL(url);
    if (!isStream(url)) asked.push(decodeURIComponent(pathname + search));
    const isHeld = mode === 'holds streams' && isStream(url);
    const far = request(url, { method: near.method, headers: near.headers }, (response) => {
      if (isHeld) return void response.resume();
      answer.writeHead(response.statusCode ?? 502, response.headers);
      answer.flushHeaders();
      response.pipe(answer);
      response.on('error', () => answer.destroy());
    });
    far.on('error', () => answer.destroy());
    answer.on('close', () => far.destroy());
    near.pipe(far);
  }

  const server = createServer(pass);
  server.on('connection', (socket: Duplex) => {
    if (mode === 'is cut') return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Answers that a test fetches by itself come through a tunnel.
  server.on('connect', ({ url = '' }: IncomingMessage, near: Duplex) => {
    const { hostname, port } = new URL(`http://${url}`);
    const far = connect(Number(port), hostname, () =>
      near.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    for (const socket of [near, far]) socket.on('error', () => near.destroy());
    far.pipe(near).pipe(far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const line: Line = {
    async newContext(browser, options) {
      const proxy = { server: `http://127.0.0.1:${address.port}` };
      const context = await browser.newContext({ ...options, proxy });
      // The development server's own line; without it the page would be loaded anew after each cut.
      await context.routeWebSocket(/./, () => {});
      return context;
    },
    asked,
    cut() {
      mode = 'is cut';
      for (const socket of sockets) socket.destroy();
    },
    holdStreams() {
      mode = 'holds streams';
    },
    mend() {
      mode = 'passes';
    },
    async close() {
      line.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return line;
}
