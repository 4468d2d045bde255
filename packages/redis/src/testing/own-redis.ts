import { startRedis } from '@dungji/dev-services/testing';

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

/** Starts a Redis on a free loopback port. */
export async function startOwnRedis(): Promise<OwnRedis> {
  let server = await startRedis();
  const { url, port } = server;
  return {
    url,
    kill: () => server.kill(),
    async restart() {
      await server.kill();
      server = await startRedis({ port });
    },
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    close: () => server.kill(),
  };
}
