import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lostIssuances, SHORT_TIMES } from './testing/lost-issuances.ts';
import { workerProcesses } from './testing/worker-process.ts';
import { type Outside, openOutside, openWorld, type World } from './testing/world.ts';

// Cold processes and browsers, one after the other, on a machine that does other things too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });
const SWEEPING = { ...SHORT_TIMES, WORKER_QUEUES: 'issuance,maintenance' };
/** What is promised of a task whose worker was killed, with short times and with those that nobody has changed. */
const RUNS_AGAIN_WITHIN_MS = { short: 15_000, default: 80_000 };
const FROZEN_FOR_MS = 90_000;

let world: World;
let outside: Outside;
const workers = workerProcesses(
  () => world,
  () => outside,
);
const { queued, reached, runsAgain, succeeded, timesPaid, objectsOf, idle } = lostIssuances(
  () => world,
  () => outside,
);

beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
});
afterEach(() => workers.killAll());
afterAll(() => Promise.all([world?.close(), outside?.close()]));

describe('a worker', () => {
  it('frozen on its way to pay, and woken when another one has finished, writes nothing and pays nothing', async () => {
    const frozen = await workers.start({ ...SHORT_TIMES, WORKER_ID: 'worker-1' });
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
    await idle('worker-1');
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

  it('killed beside another one: with short times its task runs again within 15 seconds', async () => {
    const killed = await workers.start({ ...SHORT_TIMES, WORKER_ID: 'worker-1' });
    const detailAddress = '103동 1호 [slow=700]';
    const task = await queued(detailAddress);
    await reached(task, 'pay');
    await workers.start({ ...SWEEPING, WORKER_ID: 'worker-2' });
    await workers.kill(killed);
    const killedAtMs = performance.now();
    const tookMs = (await runsAgain(task, 2)) - killedAtMs;
    expect(tookMs).toBeLessThan(RUNS_AGAIN_WITHIN_MS.short);
    await succeeded(task);
    expect(await timesPaid(detailAddress)).toEqual([1]);
  });

  it('killed or frozen, nobody having changed a time: its task runs again within 80 seconds, and after 90 it changes nothing', async () => {
    const RETRY_AT_ONCE = { RETRY_BACKOFF_MS: SHORT_TIMES.RETRY_BACKOFF_MS, WORKER_CONCURRENCY: '1' };
    const [killed, frozen] = await Promise.all(
      ['worker-1', 'worker-2'].map((WORKER_ID) => workers.start({ ...RETRY_AT_ONCE, WORKER_ID })),
    );
    if (!killed || !frozen) throw new Error('two were started');
    const addresses = ['104동 1호 [slow=700]', '104동 2호 [slow=700]'];
    const tasks = await Promise.all(addresses.map(queued));
    await Promise.all(tasks.map((task) => reached(task, 'pay')));
    const lostAtMs = performance.now();
    frozen.kill('SIGSTOP');
    await workers.kill(killed);

    await workers.start({ ...RETRY_AT_ONCE, WORKER_ID: 'worker-3', WORKER_QUEUES: 'issuance,maintenance' });
    const tookMs = await Promise.all(tasks.map(async (task) => (await runsAgain(task, 2)) - lostAtMs));
    for (const took of tookMs) expect(took).toBeLessThan(RUNS_AGAIN_WITHIN_MS.default);
    await Promise.all(tasks.map(succeeded));
    const settled = await Promise.all(tasks.map(({ id }) => world.find(id)));
    const objects = await Promise.all(tasks.map(objectsOf));

    await vi.waitFor(() => expect(performance.now() - lostAtMs).toBeGreaterThan(FROZEN_FOR_MS), {
      timeout: FROZEN_FOR_MS,
      interval: 500,
    });
    frozen.kill('SIGCONT');
    await idle('worker-2');
    expect(await Promise.all(tasks.map(({ id }) => world.find(id)))).toEqual(settled);
    expect(await Promise.all(tasks.map(objectsOf))).toEqual(objects);
    for (const detailAddress of addresses) expect(await timesPaid(detailAddress)).toEqual([1]);
  });
});
