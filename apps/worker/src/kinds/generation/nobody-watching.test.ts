import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Generations, generationsOf, type Order } from '../../testing/generations.ts';
import { workerProcesses } from '../../testing/worker-process.ts';
import { type Outside, openOutside, openWorld, type World } from '../../testing/world.ts';

/** Short enough to be waited for; a person's limits are minutes and hours. */
const SHORT = {
  HEARTBEAT_INTERVAL_MS: '500',
  HEARTBEAT_TTL_MS: '1500',
  SWEEP_INTERVAL_MS: '500',
  DISPATCH_TIMEOUT_MS: '500',
  GENERATION_GRACE_MS: '2000',
  GENERATION_RESULT_MISSING_MS: '1500',
  GENERATION_CEILING_MS: '6000',
};

let world: World;
let outside: Outside;
let videos: Generations;
const workers = workerProcesses(
  () => world,
  () => outside,
);
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  videos = generationsOf(world, outside);
});
afterAll(async () => {
  workers.killAll();
  await Promise.all([world?.close(), outside?.close()]);
});

const order = async (prompt: string): Promise<Order> => {
  const it = await videos.order(prompt);
  await world.queues.dispatch('generation', { taskId: it.taskId, attempt: 1 });
  return it;
};
const settled = async (it: Order, timeoutMs: number) => {
  await vi.waitFor(
    async () => expect(['SUCCESS', 'FAILED']).toContain((await world.find(it.taskId)).status),
    { timeout: timeoutMs, interval: 100 },
  );
  return videos.expectSound(it);
};

describe('with no client at all, a generation', () => {
  it('is settled by the worker alone, refunded when it failed, and within its limits when nothing comes', async () => {
    await workers.start({ ...SHORT, WORKER_QUEUES: 'generation,maintenance' });
    const orders = await Promise.all(['[render=200]', '[fail]', '[no-url] [render=0]', '[gone]'].map(order));
    const ends = await Promise.all(orders.map((it) => settled(it, 20_000)));
    expect(ends.map((task) => task.errorCode)).toEqual([
      null,
      'PROVIDER_FAILED',
      'RESULT_MISSING',
      'ABANDONED',
    ]);
  }, 60_000);

  it('whose worker was killed after handing it in is settled by whoever sweeps', async () => {
    const first = await workers.start({ ...SHORT, WORKER_ID: 'first', WORKER_QUEUES: 'generation' });
    const it = await order('[render=1500]');
    await vi.waitFor(async () => expect(await videos.facts(it)).toBeDefined(), {
      timeout: 10_000,
      interval: 50,
    });
    await workers.kill(first);
    await workers.start({ ...SHORT, WORKER_ID: 'other', WORKER_QUEUES: 'maintenance' });
    expect(await settled(it, 20_000)).toMatchObject({ status: 'SUCCESS' });
  }, 60_000);
});
