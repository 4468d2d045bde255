import { queryObjects } from 'node:v8';
import { UserId } from '@dungji/contracts';
import { openApproval, openDb } from '@dungji/db';
import { connectFailFast } from '@dungji/redis';
import { type OwnRedis, startOwnRedis } from '@dungji/redis/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../testing/api-world.ts';
import { type OpenEvents, openEvents } from '../testing/open-events.ts';
import { StreamReader } from './reader.ts';

let redis: OwnRedis;
let world: ApiWorld;
let looking: ReturnType<typeof connectFailFast>;
let opened: OpenEvents[] = [];
beforeAll(async () => {
  redis = await startOwnRedis();
  looking = connectFailFast({ url: redis.url, commandTimeoutMs: 5_000, name: 'looking' });
  world = await openApiWorld({
    REDIS_URL: redis.url,
    STREAM_CATCHUP_MS: '200',
    SSE_PING_MS: '300',
    SSE_MAX_PER_PROCESS: '21',
  });
});
afterEach(async () => {
  await Promise.all(opened.map((stream) => stream.close()));
  opened = [];
});
afterAll(async () => {
  await world.close();
  looking.disconnect();
  await redis.close();
});

async function open(who: Caller, url = world.api.url): Promise<OpenEvents> {
  const stream = await openEvents(url, who.headers);
  opened.push(stream);
  return stream;
}
const snapshotOf = (stream: OpenEvents) => stream.until(({ type }) => type === 'snapshot');
const redisConnections = async () =>
  String(await looking.client('LIST'))
    .trim()
    .split('\n').length;
/** Readers that something still holds, and with them all that a stream consists of. Looks through the whole heap. */
const readersHeld = () => queryObjects(StreamReader, { format: 'count' });
const PATIENT = { timeout: 10_000, interval: 500 };
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

describe('streams', () => {
  it('of 20 screens share what one needs of Redis, and beyond the process’ limit are refused with a time to come back', async () => {
    const [who, other] = [await world.person(), await world.person()];
    await snapshotOf(await open(who));
    const ofOne = await redisConnections();
    for (let n = 0; n < 20; n += 1) await snapshotOf(await open(n % 2 ? who : other));
    expect(await redisConnections()).toBe(ofOne);
    const refused = await open(other);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(5);
  });

  it('opened and closed 200 times leave no object, no connection and no listener behind', {
    timeout: 60_000,
  }, async () => {
    const who = await world.person();
    const cycle = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        const stream = await openEvents(world.api.url, who.headers);
        await snapshotOf(stream);
        await stream.close();
      }
    };
    // The first ones fill pools and caches that stay.
    await cycle(20);
    const before = { sockets: sockets(), redis: await redisConnections(), listeners: process.eventNames() };
    await cycle(200);
    await expect.poll(sockets, PATIENT).toBeLessThanOrEqual(before.sockets);
    expect(await redisConnections()).toBe(before.redis);
    expect(process.eventNames()).toEqual(before.listeners);
    await expect.poll(readersHeld, PATIENT).toBe(0);
  });

  it('begin with a snapshot of any size: 200 cards of 50 steps each', async () => {
    const operator = await world.person('operator');
    const db = await openDb({ url: world.databaseUrl, onEvents: () => {} });
    const steps = Array.from({ length: 50 }, (_, n) => ({
      name: `${n} ${'긴 이름 '.repeat(20)}`,
      action: 'sandbox.apply' as const,
      input: {},
    }));
    for (let n = 0; n < 200; n += 1)
      await openApproval(db, {
        requestedBy: UserId.parse(operator.userId),
        title: `card ${n}`,
        summary: '',
        steps,
        expires: { afterMs: 60_000 },
      });
    await db.close();
    const stream = await open(operator);
    const last = await stream.until(
      ({ type, stream: name }) => type === 'snapshot' && name === 'operators',
      20_000,
    );
    expect(last).toMatchObject({ approvals: { length: 200 } });
    await expect.poll(() => stream.pings, { timeout: 15_000 }).toBeGreaterThan(0);
  });
});
