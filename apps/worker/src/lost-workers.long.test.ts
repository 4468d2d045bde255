import type { TaskView } from '@dungji/contracts';
import { type OwnRedis, startOwnRedis } from '@dungji/redis/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { workerProcesses } from './testing/worker-process.ts';
import { type Outside, openOutside, openWorld, type World } from './testing/world.ts';

// Cold processes and browsers, one after the other, on a machine that does other things too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });
const SETTLED_WITHIN_MS = 120_000;
const SHORT = {
  HEARTBEAT_INTERVAL_MS: '1500',
  HEARTBEAT_TTL_MS: '4500',
  SWEEP_INTERVAL_MS: '1000',
  DISPATCH_TIMEOUT_MS: '500',
  RETRY_BACKOFF_MS: '100',
};
const SWEEPING = { ...SHORT, WORKER_QUEUES: 'issuance,maintenance' };

let redis: OwnRedis;
let world: World;
let outside: Outside;
const workers = workerProcesses(
  () => world,
  () => outside,
);

beforeAll(async () => {
  redis = await startOwnRedis();
  [world, outside] = await Promise.all([openWorld({}, redis.url), openOutside()]);
});
afterEach(() => workers.killAll());
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
  await redis?.close();
});

async function queued(detailAddress: string): Promise<TaskView> {
  const task = await world.pendingIssuance(detailAddress);
  await world.queues.dispatch('issuance', { taskId: task.id, attempt: 1 });
  return task;
}
const reached = (task: TaskView, label: string) =>
  vi.waitFor(async () => expect((await world.find(task.id)).progress?.label).toBe(label), {
    timeout: 60_000,
    interval: 20,
  });
const succeeded = (task: TaskView) =>
  vi.waitFor(async () => expect((await world.find(task.id)).status).toBe('SUCCESS'), {
    timeout: SETTLED_WITHIN_MS,
    interval: 200,
  });
const timesPaid = async (detailAddress: string) =>
  (await outside.purchasesOf(detailAddress)).map((purchase) => purchase.times);
const objectsOf = async (task: TaskView) =>
  (await world.db.query('SELECT key FROM stored_object WHERE task_id = $1', [task.id])).rows;

describe('a worker', () => {
  it('frozen on its way to pay, and woken when another one has finished, writes nothing and pays nothing', async () => {
    const frozen = await workers.start({ ...SHORT, WORKER_ID: 'worker-1' });
    const detailAddress = '101동 1호 [slow=700]';
    const task = await queued(detailAddress);
    await reached(task, 'pay');
    frozen.kill('SIGSTOP');
    expect(await timesPaid(detailAddress)).toEqual([]);

    await workers.start({ ...SWEEPING, WORKER_ID: 'worker-2' });
    await succeeded(task);
    const [settled, objects] = [await world.find(task.id), await objectsOf(task)];
    expect(settled.attempt).toBe(2);
    frozen.kill('SIGCONT');
    // It has noticed when its heartbeat names nothing any more.
    await vi.waitFor(
      async () => {
        const beat = await world.queues.connection.get(`${world.prefix}:worker:worker-1`);
        expect(JSON.parse(beat ?? '{}')).toMatchObject({ current_task_ids: [] });
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(await world.find(task.id)).toEqual(settled);
    expect(await objectsOf(task)).toEqual(objects);
    expect(await timesPaid(detailAddress)).toEqual([1]);
  });

  it('killed, and back under the same name, takes up what it had left behind', async () => {
    const killed = await workers.start({ ...SWEEPING, WORKER_ID: 'worker-1' });
    const detailAddress = '102동 1호 [slow=700]';
    const task = await queued(detailAddress);
    await reached(task, 'pay');
    await workers.kill(killed);
    await workers.start({ ...SWEEPING, WORKER_ID: 'worker-1' });
    await succeeded(task);
    expect(await timesPaid(detailAddress)).toEqual([1]);
  });

  it('goes on over an emptied and a restarted Redis: what ran and what waited settles, once', async () => {
    await workers.start({ ...SWEEPING, WORKER_ID: 'worker-1', WORKER_CONCURRENCY: '1' });
    const addresses = ['103동 1호 [slow=300]', '103동 2호', '103동 3호'];
    const tasks: TaskView[] = [];
    for (const detailAddress of addresses) tasks.push(await queued(detailAddress));
    const [running] = tasks;
    if (!running) throw new Error('nothing was queued');
    await reached(running, 'choose');
    await world.queues.connection.flushall();
    await reached(running, 'pay');
    await redis.restart();
    for (const task of tasks) await succeeded(task);
    for (const detailAddress of addresses) expect(await timesPaid(detailAddress)).toEqual([1]);
    await vi.waitFor(
      async () => expect(await world.queues.bull('maintenance').getJobSchedulersCount()).toBe(1),
      { timeout: 15_000, interval: 200 },
    );
  });
});
