import { setTimeout as pause } from 'node:timers/promises';
import type { TaskView } from '@dungji/contracts';
import { type OwnRedis, startOwnRedis } from '@dungji/redis/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lostIssuances, SHORT_TIMES } from './testing/lost-issuances.ts';
import { workerProcesses } from './testing/worker-process.ts';
import { type Outside, openOutside, openWorld, type World } from './testing/world.ts';

// Cold processes and browsers, one after the other, on a machine that does other things too.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });
const AWAY_FOR_MS = 30_000;
/** A worker that was left alone by Redis takes work again this soon after it is back. */
const TAKES_WORK_WITHIN_MS = 20_000;

let redis: OwnRedis;
let world: World;
let outside: Outside;
const workers = workerProcesses(
  () => world,
  () => outside,
);
const { queued, reached, runsAgain, succeeded, timesPaid } = lostIssuances(
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

/** The building of its own in which each fault is tried. */
const FAULTS: [string, string, () => Promise<unknown>][] = [
  ['emptied', '201동', async () => world.queues.connection.flushall()],
  ['restarted empty', '202동', () => redis.restart()],
  [
    'away for half a minute',
    '203동',
    async () => {
      await redis.kill();
      await pause(AWAY_FOR_MS);
      await redis.restart();
    },
  ],
  [
    'frozen for half a minute',
    '204동',
    async () => {
      redis.freeze();
      await pause(AWAY_FOR_MS);
      redis.thaw();
    },
  ],
];

describe('a Redis that is', () => {
  it.each(FAULTS)(
    '%s loses nothing of what runs, waits, or waits for another attempt, and doubles nothing',
    async (_fault, building, strike) => {
      await workers.start({
        ...SHORT_TIMES,
        RETRY_BACKOFF_MS: '8000',
        WORKER_QUEUES: 'issuance,maintenance',
        WORKER_CONCURRENCY: '1',
      });
      const addresses = ['1호 [load-fail=1]', '2호 [slow=700]', '3호', '4호'].map(
        (unit) => `${building} ${unit}`,
      );
      const tasks: TaskView[] = [];
      for (const detailAddress of addresses) tasks.push(await queued(detailAddress));
      const [retrying, running] = tasks as [TaskView, TaskView];
      await vi.waitFor(async () => expect((await world.find(retrying.id)).nextRetryAt).not.toBeNull(), {
        timeout: 60_000,
        interval: 50,
      });
      await reached(running, 'choose');
      await strike();
      for (const task of tasks) await succeeded(task);
      for (const detailAddress of addresses) expect(await timesPaid(detailAddress)).toEqual([1]);
      // Its worker was alive all the time.
      expect((await world.find(running.id)).attempt).toBe(1);
      await runsAgain(await queued(`${building} 5호`), 1, TAKES_WORK_WITHIN_MS);
      await vi.waitFor(
        async () => expect(await world.queues.bull('maintenance').getJobSchedulersCount()).toBe(1),
        { timeout: 15_000, interval: 200 },
      );
    },
  );
});
