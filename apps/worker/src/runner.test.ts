import { cancelTask, retryTask, startStep } from '@dungji/db';
import { openGate } from '@dungji/redis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Attempt, KindRunner } from './kinds/kind-runner.ts';
import { checkOwnership } from './ownership.ts';
import { settleAfterCrash } from './safety-net.ts';
import { TaskFailure, WorkerStopping } from './task-failure.ts';
import { fenceOf, kindThat, openWorld, silent, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const RESULT = { documentId: 'doc_00000000000000000000000000', ocrTaskId: 'tsk_00000000000000000000000000' };
const succeeds = kindThat(async () => ({ result: RESULT }));
const failsWith = (code: ConstructorParameters<typeof TaskFailure>[0]) =>
  kindThat(async () => {
    throw new TaskFailure(code);
  });

/** Runs one attempt of a new task whose work is what the test says. */
async function runOnce(kind: KindRunner, attempt = 1, columns: Record<string, unknown> = {}) {
  const task = await world.pendingTask(columns);
  await world.openRunner({ issuance: kind }).run({ taskId: task.id, attempt });
  return world.find(task.id);
}

describe('the runner', () => {
  it('claims, runs and settles a job', async () => {
    expect(await runOnce(succeeds)).toMatchObject({
      status: 'SUCCESS',
      attempt: 1,
      result: RESULT,
      workerId: null,
    });
  });

  it('gives a job that arrives twice to one attempt, and a job of another attempt to none', async () => {
    const task = await world.pendingTask();
    let runCount = 0;
    const gate = openGate();
    const kind = kindThat(async () => {
      runCount += 1;
      await gate.passed;
      return { result: RESULT };
    });
    const [one, two] = [world.openRunner({ issuance: kind }), world.openRunner({ issuance: kind })];
    const runs = [one, two].map(({ run }) => run({ taskId: task.id, attempt: 1 }));
    await Promise.race(runs);
    await two.run({ taskId: task.id, attempt: 3 });
    gate.open();
    await Promise.all(runs);
    expect(runCount).toBe(1);
  });

  it('does nothing for a job whose row has failed meanwhile', async () => {
    const task = await world.pendingTask({
      status: 'FAILED',
      error_code: 'DISPATCH_FAILED',
      settled_at: new Date(),
      deadline_at: null,
    });
    let hasRun = false;
    const kind = kindThat(async () => {
      hasRun = true;
      return { result: RESULT };
    });
    await world.openRunner({ issuance: kind }).run({ taskId: task.id, attempt: 1 });
    expect(hasRun).toBe(false);
    expect(await world.find(task.id)).toMatchObject({ errorCode: 'DISPATCH_FAILED', version: task.version });
  });

  it('retries a cause that the policy names, with a queued next attempt, until the attempts are used up', async () => {
    const task = await world.pendingTask();
    const { run } = world.openRunner({ issuance: failsWith('PORTAL_DOWN') });
    await run({ taskId: task.id, attempt: 1 });
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      attempt: 1,
      workerId: null,
      lastErrorCode: 'PORTAL_DOWN',
      nextRetryAt: expect.any(String),
    });
    expect(await world.queues.hasJob('issuance', `${task.id}-2`)).toBe(true);
    await run({ taskId: task.id, attempt: 2 });
    await run({ taskId: task.id, attempt: 3 });
    expect(await world.find(task.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PORTAL_DOWN',
      attempt: 3,
    });
  });

  it.each(['DUPLICATE_PAYMENT', 'ADDRESS_NOT_FOUND', 'AUTOMATION_FAILED', 'UPLOAD_FAILED'] as const)(
    'never retries %s',
    async (code) => {
      expect(await runOnce(failsWith(code))).toMatchObject({ status: 'FAILED', errorCode: code, attempt: 1 });
    },
  );

  it('fails now, with its cause, when the next attempt would begin beyond the limit', async () => {
    const late = {
      deadline_at: new Date(),
      pending_at: new Date(),
      started_at: new Date(Date.now() - world.limits.ISSUANCE_PROCESSING_TIMEOUT_MS),
    };
    const task = await runOnce(failsWith('PORTAL_DOWN'), 2, { ...late, status: 'PROCESSING', attempt: 1 });
    expect(task).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN', attempt: 2 });
  });

  it('settles anything unforeseen as UNKNOWN, input that does not parse included', async () => {
    const breaks = kindThat(async () => {
      throw new TypeError('a bug');
    });
    expect(await runOnce(breaks)).toMatchObject({ status: 'FAILED', errorCode: 'UNKNOWN' });
    const parses = kindThat(async ({ input }) => ({
      result: z.object({ missing: z.string() }).parse(input),
    }));
    expect(await runOnce(parses)).toMatchObject({ status: 'FAILED', errorCode: 'UNKNOWN' });
  });

  it('keeps a step in doubt before the operators instead of retrying or guessing', async () => {
    const payment = (error: Error) =>
      kindThat(
        ({ steps }) =>
          steps.once('pay', z.object({}), {
            idempotencyKey: 'order-1',
            run: async () => {
              throw error;
            },
            reconcile: async () => {
              throw new TaskFailure('AUTOMATION_FAILED');
            },
          }) as never,
        ['pay'],
      );
    for (const error of [new TypeError('a bug'), new TaskFailure('AUTOMATION_FAILED')]) {
      expect(await runOnce(payment(error))).toMatchObject({
        status: 'FAILED',
        errorCode: 'OUTCOME_UNKNOWN',
        retryable: false,
      });
    }
  });

  it('closes what an attempt opened, in reverse order, before its end is written', async () => {
    const closed: string[] = [];
    let statusAtClose = '';
    const kind = kindThat(async ({ onEnd, fence }) => {
      onEnd(async () => void closed.push('browser'));
      onEnd(async () => {
        closed.push('page');
        statusAtClose = (await world.find(fence.taskId)).status;
      });
      throw new TaskFailure('ADDRESS_NOT_FOUND');
    });
    await runOnce(kind);
    expect(closed).toEqual(['page', 'browser']);
    expect(statusAtClose).toBe('PROCESSING');
  });
});

/** Starts an attempt that runs until it is aborted. */
async function startBlocked(work: (attempt: Attempt<unknown>) => Promise<void> = async () => {}) {
  const task = await world.pendingTask();
  const started = openGate();
  const kind = kindThat(
    async (attempt) => {
      await work(attempt);
      started.open();
      return new Promise((_resolve, reject) => {
        attempt.signal.addEventListener('abort', () => reject(new Error('everything was closed under me')));
      });
    },
    ['pay'],
  );
  const runner = world.openRunner({ issuance: kind });
  const ended = runner.run({ taskId: task.id, attempt: 1 });
  await started.passed;
  return { task, ended, ...runner };
}

describe('a running attempt', () => {
  it('is aborted when its task was cancelled, and writes nothing', async () => {
    const { task, ended, running } = await startBlocked();
    const cancelled = await cancelTask(world.db, {
      taskId: task.id,
      by: { userId: (await ownerOf(task.id)) as never, role: 'member' },
    });
    if (cancelled?.outcome !== 'cancelled') throw new Error('not cancelled');
    await checkOwnership(world.db, running);
    await ended;
    expect(await world.find(task.id)).toEqual(cancelled.task);
  });

  it('is aborted when its task was taken over, and writes nothing', async () => {
    const { task, ended, running, bootId } = await startBlocked();
    const taken = await retryTask(world.db, fenceOf(task, 1, bootId), {
      code: 'WORKER_LOST',
      nextRetryAt: new Date(),
    });
    await checkOwnership(world.db, running);
    await ended;
    expect(await world.find(task.id)).toEqual(taken);
  });

  it('is left alone as long as it owns its task', async () => {
    const { ended, running } = await startBlocked();
    await checkOwnership(world.db, running);
    expect(running.all()[0]?.abort.signal.aborted).toBe(false);
    running.all()[0]?.abort.abort(new WorkerStopping());
    await ended;
  });

  it('is handed back when the process stops, with the next attempt queued at once', async () => {
    const { task, ended, running } = await startBlocked();
    for (const entry of running.all()) entry.abort.abort(new WorkerStopping());
    await running.whenIdle();
    await ended;
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
      lastErrorCode: 'WORKER_LOST',
    });
    expect(await world.queues.hasJob('issuance', `${task.id}-2`)).toBe(true);
  });

  it('is settled UNKNOWN by the safety net when the process crashes', async () => {
    const { task, ended, running } = await startBlocked();
    await settleAfterCrash(world.db, running, silent);
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode: 'UNKNOWN' });
    await checkOwnership(world.db, running);
    await ended;
  });

  it('with a payment in doubt is left to the sweep when the process crashes', async () => {
    const paying = openGate();
    const task = await world.pendingTask();
    const kind = kindThat(
      ({ steps, signal }) =>
        steps.once('pay', z.object({}), {
          idempotencyKey: 'order-1',
          run: () =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new TaskFailure('PORTAL_DOWN')));
              paying.open();
            }),
          reconcile: async () => {
            throw new TaskFailure('PORTAL_DOWN');
          },
        }) as never,
      ['pay'],
    );
    const { run, running } = world.openRunner({ issuance: kind });
    const ended = run({ taskId: task.id, attempt: 1 });
    await paying.passed;
    await settleAfterCrash(world.db, running, silent);
    expect(await world.find(task.id)).toMatchObject({ status: 'PROCESSING', workerId: 'worker-1' });
    running.all()[0]?.abort.abort(new WorkerStopping());
    await ended;
    expect((await world.steps(task.id))[0]).toMatchObject({ name: 'pay', status: 'STARTED' });
  });
});

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

async function ownerOf(taskId: string): Promise<string> {
  const { rows } = await world.db.query<{ user_id: string }>('SELECT user_id FROM task WHERE id = $1', [
    taskId,
  ]);
  return rows[0]?.user_id ?? '';
}
