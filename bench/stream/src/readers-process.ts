import { connect, type Socket } from 'node:net';

/** What the readers' process is told, and what it tells. */
export type ToReaders =
  | { type: 'open'; port: number; users: { userId: string; apiKey: string }[] }
  | { type: 'await'; count: number; timeoutMs: number }
  | { type: 'close' };
export type FromReaders =
  | { type: 'arrived' }
  | { type: 'opened'; tookMs: number; refused: number }
  | { type: 'closed'; arrivals: Arrival[]; broken: number };
/** Which reader got which number, and when: nanoseconds of the machine's monotonic clock, as text. */
export type Arrival = [reader: number, seq: number, atNanos: string];

/** Connections that are being opened at a time: as many browsers as come back within a moment. */
const OPENING_MAX = 50;

const sockets = new Set<Socket>();
let arrivals: Arrival[] = [];
let broken = 0;

process.on('message', (message: ToReaders) => {
  if (message.type === 'open') void openAll(message.port, message.users);
  else if (message.type === 'await') awaitArrivals(message.count, message.timeoutMs);
  else closeAll();
});
process.on('disconnect', () => process.exit(0));

const tell = (message: FromReaders): void => void process.send?.(message);

async function openAll(port: number, users: { userId: string; apiKey: string }[]): Promise<void> {
  const startedAt = performance.now();
  let next = 0;
  const openSome = async (): Promise<void> => {
    for (let reader = next++; reader < users.length; reader = next++) {
      const user = users[reader];
      if (user) await open(port, reader, user);
    }
  };
  await Promise.all(Array.from({ length: OPENING_MAX }, openSome));
  tell({ type: 'opened', tookMs: performance.now() - startedAt, refused: users.length - sockets.size });
}

/** Plain sockets: what is measured is the server, not a client library. Resolves when the stream has begun. */
function open(port: number, reader: number, user: { userId: string; apiKey: string }): Promise<void> {
  return new Promise((resolve) => {
    let hasBegun = false;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    sockets.add(socket);
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('close', () => {
      if (sockets.delete(socket)) broken += 1;
      resolve();
    });
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (hasBegun) {
        const atNanos = String(process.hrtime.bigint());
        for (const [, seq] of text.matchAll(/"seq":(\d+)/g)) arrivals.push([reader, Number(seq), atNanos]);
      } else if (text.includes('"type":"snapshot"')) {
        hasBegun = true;
        resolve();
      }
    });
    socket.write(
      `GET /trpc/events.subscribe HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\nx-user: ${user.userId}\r\nx-api-key: ${user.apiKey}\r\n\r\n`,
    );
  });
}

function awaitArrivals(count: number, timeoutMs: number): void {
  const deadline = performance.now() + timeoutMs;
  const looking = setInterval(() => {
    if (arrivals.length < count && performance.now() < deadline) return;
    clearInterval(looking);
    tell({ type: 'arrived' });
  }, 20);
}

function closeAll(): void {
  const closing = [...sockets];
  sockets.clear();
  for (const socket of closing) socket.destroy();
  tell({ type: 'closed', arrivals, broken });
  arrivals = [];
  broken = 0;
}
