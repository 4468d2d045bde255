import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a Redis whose connections can die without a word, as when a cable is pulled. */
export interface SilentLine {
  readonly url: string;
  /** The connections of now stay open and carry nothing any more; later ones work. */
  silence(): void;
  close(): Promise<void>;
}

export async function openSilentLine(redisUrl: string): Promise<SilentLine> {
  const target = new URL(redisUrl);
  const pairs = new Set<[near: Socket, far: Socket]>();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.once('close', () => {
        for (const end of pair) end.destroy();
        pairs.delete(pair);
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
