import { openQueues } from '@dungji/redis';
import { startOwnRedis } from '@dungji/redis/testing';
import { expect, it, vi } from 'vitest';
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
