import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@dungji/dev-services/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lostIssuances, SHORT_TIMES } from './testing/lost-issuances.ts';
import { workerProcesses } from './testing/worker-process.ts';
import { type Outside, openOutside, openWorld, type World } from './testing/world.ts';

// Cold processes and browsers, one after the other, on a machine that does other things too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });
/** Longer than a restart; shorter than the patience of a step that has not paid. */
const AWAY_FOR_MS = 8_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let world: World;
let outside: Outside;
const workers = workerProcesses(
  () => world,
  () => outside,
);
const { queued, reached, succeeded, timesPaid } = lostIssuances(
  () => world,
  () => outside,
);

beforeAll(async () => {
  postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
});
afterEach(() => workers.killAll());
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
  await postgres?.stop();
});

const start = () =>
  workers.start({ ...SHORT_TIMES, WORKER_QUEUES: 'issuance,maintenance', WORKER_CONCURRENCY: '1' });
const restart = () => postgres.restart(() => pause(AWAY_FOR_MS));

describe('a Postgres that is killed and comes back', () => {
  it('while a task runs and another one waits: the worker waits for it and both go on, in their first attempts', async () => {
    const worker = await start();
    const addresses = ['301동 1호 [slow=700]', '301동 2호'];
    const [running, waiting] = await Promise.all(addresses.map(queued));
    if (!running || !waiting) throw new Error('two were queued');
    await reached(running, 'choose');
    await restart();
    for (const task of [running, waiting]) {
      await succeeded(task);
      expect((await world.find(task.id)).attempt).toBe(1);
    }
    expect(worker.exitCode).toBeNull();
    for (const detailAddress of addresses) expect(await timesPaid(detailAddress)).toEqual([1]);
  });

  it('while money is on its way: the payment is on record, once, and its document arrives', async () => {
    await start();
    const detailAddress = '302동 1호 [pay-slow=4000]';
    const task = await queued(detailAddress);
    await vi.waitFor(async () => expect(await timesPaid(detailAddress)).toEqual([1]), {
      timeout: 60_000,
      interval: 50,
    });
    await restart();
    await succeeded(task);
    expect(await timesPaid(detailAddress)).toEqual([1]);
    expect((await world.steps(task.id)).find(({ name }) => name === 'pay')).toMatchObject({ status: 'DONE' });
  });
});
