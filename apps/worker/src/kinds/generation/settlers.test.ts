import { cancelTask, grantCredits, openDb, sweepOverdue } from '@dungji/db';
import { userIn } from '@dungji/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepGenerations } from '../../maintenance/generations.ts';
import { Tally } from '../../maintenance/tally.ts';
import { testEnv } from '../../testing/env.ts';
import { type Generations, generationsOf, type Order } from '../../testing/generations.ts';
import { openLossyLine } from '../../testing/lossy-line.ts';
import { type Outside, openOutside, openWorld, silent, type World } from '../../testing/world.ts';
import { lookAtDue, pollYoung, type Scope } from './settlers.ts';

const BATCH = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const signal = new AbortController().signal;

let world: World;
let outside: Outside;
let videos: Generations;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld({ SWEEP_BATCH: BATCH }), openOutside()]);
  videos = generationsOf(world, outside);
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

const settle = (scope: Scope) => lookAtDue(videos.tools, scope, { budgetMs: 10_000, signal });
/** Worker, sweep and own page, all at once. */
const allThree = ({ userId }: Pick<Order, 'userId'>) =>
  Promise.all([
    settle({ youngerThanMs: world.limits.GENERATION_GRACE_MS }),
    settle({ olderThanMs: world.limits.GENERATION_GRACE_MS }),
    settle({ userId }),
  ]);
const sweepOnce = async () => {
  const tally = new Tally(silent);
  const { over } = sweepGenerations({ limits: world.limits, looks: videos.tools }, tally);
  await over;
  return tally.result();
};
/** As long as a task may take, and everything is over. */
const untilTheCeiling = async (it: Order) => {
  await videos.age(it, DAY_MS);
  await sweepOverdue(world.db, { batch: 50, userId: it.userId });
};

describe('three settlers in parallel', () => {
  it('settle a dozen of every outcome once each, and lose and win no credit', async () => {
    const prompts = ['', '[fail]', '[no-url]', '[file=missing]', '[state=x]', '[gone]'];
    const orders = await Promise.all(
      prompts.flatMap((prompt) => [0, 1].map(() => videos.order(`${prompt} [render=0]`))),
    );
    await Promise.all(orders.map((it) => videos.submit(it)));
    for (const ageMs of [0, 3 * MINUTE_MS, 30 * MINUTE_MS]) {
      await Promise.all(orders.map((it) => videos.age(it, ageMs)));
      await videos.makeDue(...orders);
      await Promise.all(orders.slice(0, 3).map(allThree));
    }
    await Promise.all(orders.map(untilTheCeiling));
    const ends = await Promise.all(orders.map((it) => videos.expectSound(it)));
    expect(ends.map((task) => task.errorCode)).toEqual([
      null,
      null,
      'PROVIDER_FAILED',
      'PROVIDER_FAILED',
      'RESULT_MISSING',
      'RESULT_MISSING',
      'RESULT_MISSING',
      'RESULT_MISSING',
      'ABANDONED',
      'ABANDONED',
      'ABANDONED',
      'ABANDONED',
    ]);
  }, 60_000);
});

describe('fifty hopeless generations', () => {
  it('older than the batch never keep a fresh orphan from being settled within two sweeps', async () => {
    const zombies = await Promise.all(Array.from({ length: 50 }, () => videos.order('[state=zombie]')));
    for (const zombie of zombies) await videos.submit(zombie);
    await Promise.all(zombies.map((it) => videos.age(it, 20 * 60 * MINUTE_MS)));
    const orphan = await videos.order('[fail] [render=0]');
    await videos.submit(orphan);
    await videos.age(orphan, world.limits.GENERATION_GRACE_MS + 1_000);
    await videos.makeDue(...zombies);
    await videos.makeDue(orphan);
    await sweepOnce();
    await sweepOnce();
    expect(await videos.expectSound(orphan)).toMatchObject({ errorCode: 'PROVIDER_FAILED' });
    await Promise.all(zombies.map(untilTheCeiling));
  }, 60_000);
});

describe('a worker that polls', () => {
  it('keeps nobody waiting for files that do not come', async () => {
    const polling = pollYoung(videos.tools);
    const stuck = await Promise.all([0, 1, 2].map(() => videos.order('[file=hang] [render=0]')));
    await Promise.all(stuck.map((it) => videos.submit(it)));
    const isBeingFetched = async (it: Order) =>
      expect((await world.find(it.taskId)).progress?.label).toBe('store');
    await vi.waitFor(() => Promise.all(stuck.map(isBeingFetched)), { timeout: 15_000 });
    // All that were found due are looked at; what comes now has to be found while those looks go on.
    const quick = await videos.order('[render=0]');
    await videos.submit(quick);
    await vi.waitFor(async () => expect((await world.find(quick.taskId)).status).toBe('SUCCESS'), {
      timeout: 15_000,
    });
    expect(await videos.expectSound(quick)).toMatchObject({ status: 'SUCCESS' });
    for (const it of stuck) await isBeingFetched(it);
    await polling.stop();
    await Promise.all(stuck.map(untilTheCeiling));
  }, 45_000);
});

describe('a refund whose answer was lost after its commit', () => {
  it('is there once, whoever looks again', async () => {
    const it = await videos.order('[fail] [render=0]');
    await videos.submit(it);
    const line = await openLossyLine(world.databaseUrl);
    const db = await openDb({ url: line.url, poolMax: 2 });
    line.loseAnswerTo(`'refund:' ||`);
    await videos.look(it, { db });
    expect(line.lost()).toBe(1);
    await videos.look(it, { db });
    await allThree(it);
    expect(await videos.expectSound(it)).toMatchObject({ errorCode: 'PROVIDER_FAILED' });
    await db.close();
    await line.close();
  });
});

describe('whatever the provider does and whoever settles', () => {
  const behaviour = fc.constantFrom(
    '',
    '[fail]',
    '[no-url]',
    '[no-url] [seconds-epoch]',
    '[no-url-then-url=1]',
    '[state=odd]',
    '[gone]',
    '[query-error=2]',
    '[drop-reply]',
    '[reject]',
    '[render=86400000]',
    '[file=missing]',
    '[file=html]',
    '[file=private]',
    '[fail] [query-error=1]',
    '[drop-reply] [fail]',
  );
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('look' as const), settlers: fc.integer({ min: 1, max: 3 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('age' as const),
        minutes: fc.constantFrom(1, 3, 15, 31, 600),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('limits' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('submit again' as const) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('order again' as const) }) },
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  const scenario = fc.record({
    behaviours: fc.array(behaviour, { minLength: 1, maxLength: 3 }),
    /** Steps of one group happen at the same time. */
    groups: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
  });

  it(
    'ledgers add up, each task ends once at nothing or its price, and a SUCCESS has its file',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ behaviours, groups }) => {
          const userId = await userIn(world.db);
          const orders: Order[] = [];
          await grantCredits(world.db, {
            userId,
            amount: 100,
            note: 'n',
            key: `fund-${userId}`,
            grantedBy: null,
          });
          for (const prompt of behaviours) orders.push(await videos.order(`${prompt} [render=0]`, 5, userId));
          await Promise.all(orders.map((it) => videos.submit(it)));
          const run = async (one: Step, it: Order): Promise<void> => {
            switch (one.type) {
              case 'look':
                await videos.makeDue(...orders);
                await Promise.all(Array.from({ length: one.settlers }, () => settle({ userId })));
                return;
              case 'age':
                return videos.age(it, one.minutes * MINUTE_MS);
              case 'cancel':
                return void (await cancelTask(world.db, {
                  taskId: it.taskId,
                  by: { userId, role: 'member' },
                }));
              case 'limits':
                return void (await sweepOverdue(world.db, { batch: 50, userId }));
              case 'submit again':
                return videos.submit(it, 2);
              case 'order again':
                if (orders.length < 5) orders.push(await videos.order('[render=0]', 5, userId));
            }
          };
          for (const [index, group] of groups.entries()) {
            const it = orders[index % orders.length];
            if (it) await Promise.all(group.map((one) => run(one, it)));
          }
          // The rest of the day passes: all that is left is settled.
          for (const it of orders) await untilTheCeiling(it);
          for (const it of orders) await videos.expectSound(it);
        }),
        testEnv.isLong ? { numRuns: 400 } : { numRuns: 30, seed: 20_261_130, interruptAfterTimeLimit: 8_000 },
      );
    },
    testEnv.isLong ? 600_000 : 60_000,
  );
});
