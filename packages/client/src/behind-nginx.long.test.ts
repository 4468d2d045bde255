import { UserId } from '@dungji/contracts';
import { type Db, openDb, reportProgress, settleTask } from '@dungji/db';
import { taskIn } from '@dungji/db/testing';
import { startNginx, type TestProxy } from '@dungji/dev-services/testing';
import { type EventPublisher, openEventPublisher } from '@dungji/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../../../apps/api/src/testing/api-world.ts';
import { openEvents } from '../../../apps/api/src/testing/open-events.ts';
import { createDungjiClient } from './create-client.ts';

/** The worst that people set: streams are compressed too, whatever they say about it. */
const GZIP_STREAMS =
  'gzip_types text/event-stream; gzip_proxied any; gzip_http_version 1.0; gzip_min_length 1;';
/** Fetching nginx may take its time. */
const PATIENCE_MS = 300_000;

let world: ApiWorld;
let db: Db;
let publisher: EventPublisher;
let who: Caller;
const proxies: TestProxy[] = [];
beforeAll(async () => {
  world = await openApiWorld({ SSE_PING_MS: '300', SSE_MAX_PER_USER: '2' });
  publisher = openEventPublisher({ url: world.env.REDIS_URL, prefix: world.env.REDIS_PREFIX });
  db = await openDb({ url: world.databaseUrl, onEvents: (events) => publisher.publish(events) });
  who = await world.person();
  proxies.push(await startNginx(world.api.url), await startNginx(world.api.url, GZIP_STREAMS));
}, PATIENCE_MS);
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await db.close();
  publisher.close();
  await world.close();
});

describe.each([
  ['by default', 0, null],
  ['compressing streams', 1, 'gzip'],
])('behind nginx %s', (_how, proxy, compressed) => {
  const url = () => proxies[proxy]?.url ?? '';
  const begin = async () => (await taskIn(db, 'PROCESSING', { user_id: UserId.parse(who.userId) })).fence;

  it('every event comes through while the stream is open, and pings do', async () => {
    const fence = await begin();
    const stream = await openEvents(url(), who.headers);
    await stream.until(({ type }) => type === 'snapshot');
    for (let done = 1; done <= 3; done += 1) {
      await reportProgress(db, fence, { done, total: 6, label: 'search' });
      await stream.until((event) => event.type === 'task.progressed' && event.task?.progress?.done === done);
    }
    await expect.poll(() => stream.pings).toBeGreaterThan(1);
    await stream.close();
  });

  it('the end of a reader is seen by the server, and a refusal keeps its status and its time', async () => {
    const streams = [await openEvents(url(), who.headers), await openEvents(url(), who.headers)];
    const refused = await openEvents(url(), who.headers);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(5);
    for (const stream of streams) await stream.close();
    await expect
      .poll(async () => {
        const again = await openEvents(url(), who.headers);
        await again.close();
        return again.status;
      })
      .toBe(200);
  });

  it('the client waits by stream, and asks no list meanwhile', async () => {
    const { key } = (await who.mutate<{ key: string }>('apiKeys.create', { name: 'behind nginx' })).data;
    const asked: string[] = [];
    let encoding: string | null = null;
    const client = createDungjiClient({
      url: url(),
      apiKey: key,
      async fetch(address, init) {
        const { pathname } = new URL(String(address));
        asked.push(pathname);
        const response = await fetch(address, init);
        if (pathname.endsWith('events.subscribe')) encoding = response.headers.get('content-encoding');
        return response;
      },
    });
    const fence = await begin();
    const versions: number[] = [];
    const waiting = client.waitFor(fence.taskId, { onChange: ({ version }) => versions.push(version) });
    await expect.poll(() => versions).toHaveLength(1);
    await expect.poll(() => asked).toContain('/trpc/events.subscribe');
    await reportProgress(db, fence, { done: 1, total: 6, label: 'search' });
    await expect.poll(() => versions).toHaveLength(2);
    await settleTask(db, fence, { status: 'FAILED', code: 'PORTAL_DOWN' });
    expect(await waiting).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN' });
    expect(encoding).toBe(compressed);
    expect(asked.filter((path) => path !== '/trpc/tasks.get')).toEqual(['/trpc/events.subscribe']);
  });
});
