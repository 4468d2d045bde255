import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { pingRedis } from './ping.ts';

/** A Redis of a test's own, for the outages that must not be tried on a shared one. Nothing is kept on disk. */
export interface OwnRedis {
  readonly url: string;
  /** kill -9: connections break, everything is forgotten. */
  kill(): Promise<void>;
  /** The same port again, empty. */
  restart(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing is answered. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 5_000;

/** Starts `redis-server` (REDIS_SERVER_PATH, else from PATH) on a free loopback port. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = await startServer(port, url);
  return {
    url,
    async kill() {
      await stop(server);
    },
    async restart() {
      await stop(server);
      server = await startServer(port, url);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async close() {
      await stop(server);
    },
  };
}

async function startServer(port: number, url: string): Promise<ChildProcess> {
  const server = spawn(
    process.env.REDIS_SERVER_PATH ?? 'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
    ],
    { stdio: 'ignore' },
  );
  const failed = once(server, 'error').then(([error]) => Promise.reject(error));
  await Promise.race([answers(url), failed]);
  failed.catch(() => {});
  return server;
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await pingRedis(url, 500);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}

/** A promise to be resolved from outside: the gate at which a test holds a run. */
export function openGate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
