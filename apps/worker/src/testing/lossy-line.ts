import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to Postgres that loses the answer to one statement, after it was committed. */
export interface LossyLine {
  /** The database's address over this line. */
  readonly url: string;
  /**
   * The next statement whose text holds these words is carried out and its answer lost: the connection breaks when the
   * server begins to answer, and it answers a statement of its own only after the commit.
   */
  loseAnswerTo(words: string): void;
  /** How many answers were lost. */
  lost(): number;
  close(): Promise<void>;
}

export async function openLossyLine(databaseUrl: string): Promise<LossyLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let words: string | null = null;
  let lostCount = 0;

  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port || 5432) });
    let isDoomed = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => {
      if (words !== null && chunk.includes(words)) {
        isDoomed = true;
        words = null;
      }
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!isDoomed) {
        near.write(chunk);
        return;
      }
      lostCount += 1;
      near.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);

  return {
    url: url.href,
    loseAnswerTo(given) {
      words = given;
    },
    lost: () => lostCount,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
