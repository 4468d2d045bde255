import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sseSink } from './sse.ts';

const MB = 1024 * 1024;
const server = createServer();
let socket: Socket;
let res: ServerResponse;
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const asked = once(server, 'request');
  // A reader that takes nothing: what the sockets' own buffers do not hold stays in this process.
  socket = connect(address.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause().write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
  [, res] = await asked;
});
afterEach(async () => {
  socket.destroy();
  server.close();
  await once(server, 'close');
});

it('keeps no more unread than its bound and one frame, whatever is sent', () => {
  const sink = sseSink(res, 12_500);
  sink.begin();
  const frame = 'x'.repeat(50_000);
  let most = 0;
  for (let n = 0; n < 1_000; n += 1) {
    sink.send('id', frame);
    most = Math.max(most, res.writableLength);
  }
  expect(most).toBeLessThan(MB + 2 * frame.length);
  expect(sink.isOpen).toBe(false);
});

it('sends a first frame of any size', async () => {
  const sink = sseSink(res, 12_500);
  sink.begin();
  sink.send('id', 'x'.repeat(20 * MB));
  expect(sink.isOpen).toBe(true);
  let bytes = 0;
  const drained = sink.drained();
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await drained;
  await expect.poll(() => bytes).toBeGreaterThan(20 * MB);
  expect(sink.isOpen).toBe(true);
});

it('gives up a reader that takes nothing for half a minute, and sends it no pings meanwhile', () => {
  let nowMs = 0;
  const sink = sseSink(res, 12_500, () => nowMs);
  sink.begin();
  while (!res.writableNeedDrain) sink.send('id', 'x'.repeat(50_000));
  const unread = res.writableLength;
  nowMs += 30_000;
  sink.ping();
  expect(res.writableLength).toBe(unread);
  expect(sink.isOpen).toBe(true);
  nowMs += 1;
  sink.ping();
  expect(sink.isOpen).toBe(false);
});
