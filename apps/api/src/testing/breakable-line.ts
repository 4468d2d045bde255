import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a TCP service that a test may cut, hold and mend, without touching the service that others use too. */
export interface BreakableLine {
  readonly port: number;
  /** Connections break and new ones are refused at once. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openBreakableLine(target: { host: string; port: number }): Promise<BreakableLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    mend() {
      isCut = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
