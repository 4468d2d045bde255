import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectPatient, type Redis } from './connection.ts';
import { findHeartbeats, readHeartbeats, startHeartbeat } from './heartbeat.ts';
import { type OwnRedis, startOwnRedis } from './testing/index.ts';

let server: OwnRedis;
let redis: Redis;
beforeAll(async () => {
  server = await startOwnRedis();
  redis = connectPatient({ url: server.url });
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

const beatAs = (prefix: string, bootId: string, ttlMs = 5_000) =>
  startHeartbeat({
    url: server.url,
    prefix,
    workerId: 'worker-1',
    bootId,
    queues: ['issuance'],
    version: '0.1.0',
    intervalMs: 60_000,
    ttlMs,
    current: () => ({ taskIds: ['tsk_1'], consuming: true }),
  });

describe('a heartbeat', () => {
  it('tells who lives, since which boot, and what it is doing', async () => {
    const heart = beatAs('beat', 'boot-a');
    await vi.waitFor(async () => expect(await readHeartbeats(redis, 'beat')).toHaveLength(1));
    const [beat] = await findHeartbeats(redis, ['worker-1', 'worker-2'], 'beat');
    expect(beat).toMatchObject({
      workerId: 'worker-1',
      bootId: 'boot-a',
      status: 'busy',
      currentTaskIds: ['tsk_1'],
      queues: ['issuance'],
      consuming: true,
    });
    await heart.close();
    expect(await readHeartbeats(redis, 'beat')).toEqual([]);
  });

  it('expires when its process no longer renews it', async () => {
    const heart = beatAs('expiring', 'boot-a', 300);
    await vi.waitFor(async () => expect(await readHeartbeats(redis, 'expiring')).toHaveLength(1));
    await vi.waitFor(async () => expect(await readHeartbeats(redis, 'expiring')).toEqual([]));
    await heart.close();
  });

  it('of a successor is left alone when its predecessor closes', async () => {
    const predecessor = beatAs('succession', 'boot-a');
    await vi.waitFor(async () => expect(await readHeartbeats(redis, 'succession')).toHaveLength(1));
    const successor = beatAs('succession', 'boot-b');
    await vi.waitFor(async () =>
      expect((await readHeartbeats(redis, 'succession'))[0]?.bootId).toBe('boot-b'),
    );
    await predecessor.close();
    expect((await readHeartbeats(redis, 'succession'))[0]?.bootId).toBe('boot-b');
    await successor.close();
  });

  it('is back as soon as an emptied Redis is', async () => {
    const heart = beatAs('emptied', 'boot-a');
    await vi.waitFor(async () => expect(await readHeartbeats(redis, 'emptied')).toHaveLength(1));
    await server.restart();
    await vi.waitFor(async () => expect(await readHeartbeats(redis, 'emptied')).toHaveLength(1), {
      timeout: 5_000,
    });
    await heart.close();
  });
});
