import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to some servers that breaks: whole, or each stream after so many bytes. */
export interface UnsteadyLine {
  readonly url: string;
  /** Streams that were broken by `bytesUntilCut`. */
  readonly cuts: number;
  /** For each new stream: how many bytes of the server's answer pass before it breaks. */
  bytesUntilCut: () => number;
  /** Connections break and new ones are refused until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Each new connection goes to the next of the servers, so that streams are resumed by another one than they began with. */
export async function openUnsteadyLine(targets: readonly string[]): Promise<UnsteadyLine> {
  const ports = targets.map((target) => Number(new URL(target).port));
  const sockets = new Set<Socket>();
  let isDown = false;
  let connections = 0;
  let cuts = 0;

  const server = createServer((near) => {
    if (isDown) return void near.destroy();
    const far = connect({ host: '127.0.0.1', port: ports[connections++ % ports.length] ?? 0 });
    let left = Number.POSITIVE_INFINITY;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (request) => {
      if (request.includes('events.subscribe')) left = line.bytesUntilCut();
      far.write(request);
    });
    far.on('data', (answer) => {
      near.write(answer.subarray(0, left));
      left -= answer.byteLength;
      if (left > 0) return;
      // What was written still arrives; the line breaks behind it.
      far.destroy();
      near.end();
      cuts += 1;
      left = Number.POSITIVE_INFINITY;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const line: UnsteadyLine = {
    url: `http://127.0.0.1:${address.port}`,
    bytesUntilCut: () => Number.POSITIVE_INFINITY,
    get cuts() {
      return cuts;
    },
    cut() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isDown = false;
    },
    async close() {
      line.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return line;
}
