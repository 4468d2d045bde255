import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createServerClock } from '../live/server-clock.ts';
import { refusalOf } from './refusal.ts';
import { createTrpcClient } from './trpc.ts';

const clock = createServerClock(
  () => 0,
  () => 0,
);

async function clientOf(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return createTrpcClient(clock, { url: `http://127.0.0.1:${address.port}/trpc`, answerWithinMs: 100 });
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

it('a call that is never answered ends by itself, with an outcome that nobody knows', async () => {
  const client = await clientOf(() => {});
  const error = await failure(client.health.query());
  expect(error).toBeInstanceOf(Error);
  expect(refusalOf(error)).toBeNull();
});

it('an answer that stops half-way ends too', async () => {
  const client = await clientOf((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":');
  });
  expect(await failure(client.health.query())).toBeInstanceOf(Error);
});

it('an answer in time is taken, and the caller may give up earlier', async () => {
  const client = await clientOf((request, response) => {
    if (request.url?.includes('health')) response.end('{"result":{"data":{"ok":true}}}');
  });
  expect(await client.health.query()).toEqual({ ok: true });
  const stop = new AbortController();
  const stopped = failure(client.me.get.query(undefined, { signal: stop.signal }));
  stop.abort();
  expect(await stopped).toBeInstanceOf(Error);
});
