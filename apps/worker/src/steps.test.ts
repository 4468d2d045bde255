import { claimTask, DatabaseUnavailableError, type Db, retryTask, startStep } from '@dungji/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSteps } from './steps.ts';
import { TaskFailure } from './task-failure.ts';
import { fenceOf, kindThat, openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const RESULT = { documentId: 'doc_00000000000000000000000000', ocrTaskId: 'tsk_00000000000000000000000000' };

describe('durable steps', () => {
  const Output = z.object({ value: z.number() });

  it('that are finished are not run again by the next attempt', async () => {
    const task = await world.pendingTask();
    const ran: string[] = [];
    const kind = kindThat(
      async ({ steps, fence }) => {
        const step = (name: string, value: number) =>
          steps.repeatable(name, Output, async () => {
            ran.push(`${name}-${fence.attempt}`);
            return { value };
          });
        const one = await step('search', 1);
        if (fence.attempt === 1) throw new TaskFailure('PORTAL_DOWN');
        const two = await step('choose', one.value + 1);
        return { result: { ...RESULT, sum: one.value + two.value } };
      },
      ['search', 'choose'],
    );
    const { run } = world.openRunner({ issuance: kind });
    await run({ taskId: task.id, attempt: 1 });
    await run({ taskId: task.id, attempt: 2 });
    expect(ran).toEqual(['search-1', 'choose-2']);
    expect((await world.find(task.id)).result).toMatchObject({ sum: 3 });
  });

  const paying = (outcome: { readonly happened: boolean }, ran: number[]) =>
    kindThat(
      async ({ steps, fence }) => {
        const paid = await steps.once('pay', Output, {
          idempotencyKey: 'order-1',
          run: async () => {
            ran.push(fence.attempt);
            return { value: fence.attempt };
          },
          reconcile: async () =>
            outcome.happened ? { happened: true, output: { value: 0 } } : { happened: false },
        });
        return { result: { ...RESULT, paidBy: paid.value } };
      },
      ['pay'],
    );

  it.each([
    ['is not run again when it happened', true, 0, []],
    ['is run again when it did not', false, 2, [2]],
  ])('a once step left open %s', async (_title, happened, paidBy, expectedRuns) => {
    const task = await world.pendingTask({
      status: 'PROCESSING',
      attempt: 1,
      started_at: new Date(),
      worker_id: 'dead',
      boot_id: 'dead',
    });
    const fence = fenceOf(task, 1, 'dead');
    await startStep(world.db, fence, { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'order-1' });
    await retryTask(world.db, fence, { code: 'WORKER_LOST', nextRetryAt: new Date() });
    const ran: number[] = [];
    await world.openRunner({ issuance: paying({ happened }, ran) }).run({ taskId: task.id, attempt: 2 });
    expect(ran).toEqual(expectedRuns);
    expect((await world.find(task.id)).result).toMatchObject({ paidBy });
  });

  it('that paid are on record however long the database is away just then', async () => {
    const task = await world.pendingTask();
    const fence = fenceOf(task, 1, 'boot');
    await claimTask(world.db, { ...fence, workerId: 'worker-1', limits: world.limits });
    const patienceMs = 100;
    let isAwayUntil = 0;
    const db: Db = {
      ...world.db,
      query: async (text, params) => {
        if (performance.now() < isAwayUntil) throw new DatabaseUnavailableError(new Error('away'));
        return world.db.query(text, params);
      },
    };
    const steps = openSteps(db, fence, ['pay', 'download'], { patienceMs });
    const paid = await steps.once('pay', Output, {
      idempotencyKey: 'order-1',
      run: async () => {
        isAwayUntil = performance.now() + 10 * patienceMs;
        return { value: 1 };
      },
      reconcile: async () => ({ happened: true, output: { value: 0 } }),
    });
    expect(paid).toEqual({ value: 1 });
    expect(steps.inDoubt()).toBe(false);
    expect(await world.steps(task.id)).toMatchObject([{ name: 'pay', status: 'DONE', output: { value: 1 } }]);
  });

  const breaking = (failure: TaskFailure) =>
    kindThat(
      ({ steps }) =>
        steps.once('pay', Output, {
          idempotencyKey: 'order-1',
          run: async () => {
            throw failure;
          },
          reconcile: async () => ({ happened: false }),
        }) as never,
      ['pay'],
    );
  const portalDown = (hadNoEffect: boolean) => new TaskFailure('PORTAL_DOWN', { hadNoEffect });

  it('that broke off stay open for whoever comes next, unless they certainly had no effect', async () => {
    const stepAfter = async (failures: readonly TaskFailure[]) => {
      const task = await world.pendingTask();
      for (const [index, failure] of failures.entries())
        await world.openRunner({ issuance: breaking(failure) }).run({ taskId: task.id, attempt: index + 1 });
      return { task: await world.find(task.id), step: (await world.steps(task.id))[0] };
    };
    expect((await stepAfter([portalDown(false)])).step?.status).toBe('STARTED');
    expect((await stepAfter([portalDown(true)])).step?.status).toBe('FAILED');
    const later = await stepAfter([portalDown(false), portalDown(true), portalDown(true)]);
    expect(later.step?.status).toBe('STARTED');
    expect(later.task).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' });
    const never = await stepAfter([portalDown(true), portalDown(true), portalDown(true)]);
    expect(never.task).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN' });
  });

  it('that broke off stay in doubt when no later attempt gets far enough to ask', async () => {
    const task = await world.pendingTask();
    const cannotEvenOpen = kindThat(async () => {
      throw portalDown(true);
    }, ['pay']);
    await world.openRunner({ issuance: breaking(portalDown(false)) }).run({ taskId: task.id, attempt: 1 });
    const { run } = world.openRunner({ issuance: cannotEvenOpen });
    await run({ taskId: task.id, attempt: 2 });
    expect(await world.find(task.id)).toMatchObject({ status: 'PROCESSING', lastErrorCode: 'PORTAL_DOWN' });
    await run({ taskId: task.id, attempt: 3 });
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' });
    expect((await world.steps(task.id))[0]?.status).toBe('STARTED');
  });

  it('that do not fit the ledger end the task instead of running', async () => {
    const task = await world.pendingTask({
      status: 'PROCESSING',
      attempt: 1,
      started_at: new Date(),
      worker_id: 'old',
      boot_id: 'old',
    });
    const fence = fenceOf(task, 1, 'old');
    await startStep(world.db, fence, { position: 1, name: 'renamed', mode: 'repeatable' });
    await retryTask(world.db, fence, { code: 'WORKER_LOST', nextRetryAt: new Date() });
    await world.openRunner({ issuance: paying({ happened: true }, []) }).run({ taskId: task.id, attempt: 2 });
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'UNKNOWN' });
  });
});
