import { openQueues } from '@dungji/redis';
import { startOwnRedis } from '@dungji/redis/testing';
import { expect, it, vi } from 'vitest';
import { testEnv } from '../testing/env.ts';
import { silent } from '../testing/world.ts';
import { runSweeps } from './schedule.ts';

it('the schedule of the sweep is put back after Redis has lost it, and after Redis was away', async () => {
  const redis = await startOwnRedis();
  const queues = openQueues({ url: redis.url, prefix: 'schedule', dispatchTimeoutMs: 500 });
  let tickCount = 0;
  const sweeps = runSweeps({
    queues,
    url: redis.url,
    prefix: 'schedule',
    everyMs: 150,
    sweep: async () => {
      tickCount += 1;
    },
    log: silent,
  });
  const nextTick = async () => {
    const before = tickCount;
    await vi.waitFor(() => expect(tickCount).toBeGreaterThan(before), 15_000);
  };
  await nextTick();
  await queues.connection.flushall();
  await nextTick();
  await redis.restart();
  await nextTick();
  // The promised job alone is lost: the schedule still exists and would never fire again.
  await queues.connection.del('schedule:maintenance:delayed');
  await nextTick();
  await sweeps.close(true);
  await queues.close();
  await redis.close();
}, 60_000);

it('six workers that boot ten times over make one sweep a period', async () => {
  const everyMs = 400;
  const watching = openQueues({
    url: testEnv.redisUrl,
    prefix: `boots-${Date.now()}`,
    dispatchTimeoutMs: 500,
  });
  await watching.ready(5_000);
  let tickCount = 0;
  const boot = () => {
    const queues = openQueues({ url: testEnv.redisUrl, prefix: watching.prefix, dispatchTimeoutMs: 500 });
    const sweeps = runSweeps({
      queues,
      url: testEnv.redisUrl,
      prefix: watching.prefix,
      everyMs,
      sweep: async () => {
        tickCount += 1;
      },
      log: silent,
    });
    return { queues, sweeps };
  };
  const startedAtMs = performance.now();
  for (let round = 0; round < 10; round += 1) {
    const workers = Array.from({ length: 6 }, boot);
    await Promise.all(workers.map(({ sweeps }) => sweeps.ready()));
    const before = tickCount;
    await vi.waitFor(() => expect(tickCount).toBeGreaterThan(before), 15_000);
    expect(await watching.bull('maintenance').getJobSchedulersCount()).toBe(1);
    await Promise.all(workers.map(({ sweeps }) => sweeps.close()));
    await Promise.all(workers.map(({ queues }) => queues.close()));
  }
  // The first comes at once, the others a period apart, however many asked for them.
  expect(tickCount).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAtMs) / everyMs));
  await watching.bull('maintenance').obliterate({ force: true });
  await watching.close();
}, 60_000);
