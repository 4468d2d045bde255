import { openGate } from '@dungji/redis/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { KindRunner } from './kinds/kind-runner.ts';
import { TaskFailure } from './task-failure.ts';
import { kindThat, openWorld, type World } from './testing/world.ts';

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

  it.each(['DUPLICATE_PAYMENT', 'ADDRESS_NOT_FOUND', 'AUTOMATION_FAILED'] as const)(
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
      next_retry_at: new Date(),
    };
    const task = await runOnce(failsWith('PORTAL_DOWN'), 2, { ...late, status: 'PROCESSING', attempt: 1 });
    expect(task).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN', attempt: 2 });
  });

  it('takes the time of a retry from the database, however wrong the clock of its own machine is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
    const task = await runOnce(failsWith('PORTAL_DOWN')).finally(() => vi.useRealTimers());
    expect(task).toMatchObject({ status: 'PROCESSING', attempt: 1, lastErrorCode: 'PORTAL_DOWN' });
    expect(Date.parse(task.nextRetryAt ?? '')).toBeLessThan(Date.now() + 60_000);
  });

  it('leaves a payment in doubt to the operators when no time is left to ask again', async () => {
    const pays = kindThat(
      ({ steps }) =>
        steps.once('pay', z.object({}), {
          idempotencyKey: 'order-1',
          run: async () => {
            throw new TaskFailure('PORTAL_DOWN');
          },
          reconcile: async () => ({ happened: false }),
        }) as never,
      ['pay'],
    );
    const startedAt = new Date(Date.now() - world.limits.ISSUANCE_PROCESSING_TIMEOUT_MS);
    const task = await runOnce(pays, 2, {
      deadline_at: new Date(),
      pending_at: startedAt,
      started_at: startedAt,
      next_retry_at: startedAt,
      status: 'PROCESSING',
      attempt: 1,
    });
    expect(task).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' });
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
