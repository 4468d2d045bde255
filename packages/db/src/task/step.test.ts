import { DEFAULT_LIMITS, StepView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStream } from '../stream/read.ts';
import { createTestDatabase, type TaskIn, type TestDatabase, taskIn } from '../testing/index.ts';
import { claimTask } from './claim.ts';
import type { Fence } from './fence.ts';
import { taskSteps } from './read.ts';
import { retryTask } from './retry.ts';
import { settleTask } from './settle.ts';
import { clearStep, failStep, finishStep, noteStep, StepMismatchError, startStep } from './step.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const search = { position: 1, name: 'search', mode: 'repeatable' } as const;
const pay = { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'key-1' } as const;
const progress = { done: 1, total: 3, label: 'choose' };

/** Ends the running attempt by a retry and begins the next one. */
async function nextAttempt({ task, fence }: Pick<TaskIn, 'task' | 'fence'>): Promise<Fence> {
  await retryTask(test.db, fence, { code: 'PORTAL_DOWN', nextRetryAt: new Date() });
  const next: Fence = { taskId: task.id, attempt: fence.attempt + 1, bootId: 'boot-2' };
  const claim = await claimTask(test.db, { ...next, workerId: 'worker-2', limits: DEFAULT_LIMITS });
  if (!claim) throw new Error('the next attempt could not be claimed');
  return next;
}

describe('a step', () => {
  it('is written as STARTED before it runs, then DONE with its output and the task’s progress', async () => {
    const { task, fence, userId } = await taskIn(test.db, 'PROCESSING');
    expect(await startStep(test.db, fence, search)).toEqual({
      state: 'run',
      output: null,
      idempotencyKey: null,
    });
    expect(await taskSteps(test.db, task.id)).toMatchObject([
      { status: 'STARTED', attempt: 1, finishedAt: null },
    ]);

    const view = await finishStep(test.db, fence, { position: 1, output: { uniqueNumber: '1' }, progress });
    expect(view).toMatchObject({ progress, version: task.version + 1 });
    const steps = await taskSteps(test.db, task.id);
    expect(steps).toMatchObject([{ status: 'DONE', output: { uniqueNumber: '1' } }]);
    expect(steps.map((step) => StepView.parse(step))).toEqual(steps);
    const events = await readStream(test.db, { stream: `user:${userId}`, after: 0, limit: 10 });
    expect(events.map((event) => event.type)).toEqual(['task.progressed']);
  });

  it('that is DONE is not run again by the next attempt, which gets its output', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, it.fence, search);
    await finishStep(test.db, it.fence, { position: 1, output: { found: true }, progress });
    const next = await nextAttempt(it);
    expect(await startStep(test.db, next, search)).toMatchObject({ state: 'done', output: { found: true } });
  });

  it('that is repeatable and was left STARTED is run again by the next attempt', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, it.fence, search);
    const next = await nextAttempt(it);
    expect(await startStep(test.db, next, search)).toMatchObject({ state: 'run' });
    expect(await taskSteps(test.db, it.task.id)).toMatchObject([{ status: 'STARTED', attempt: 2 }]);
  });

  it('that FAILED is free to run again', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, it.fence, pay);
    const error = { code: 'PORTAL_DOWN', message: 'no answer' };
    expect(await failStep(test.db, it.fence, { position: 1, error })).toMatchObject({
      status: 'FAILED',
      error,
    });
    const next = await nextAttempt(it);
    expect(await startStep(test.db, next, pay)).toMatchObject({ state: 'run' });
  });

  it('recorded under another name stops the run', async () => {
    const { fence } = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, fence, search);
    await expect(startStep(test.db, fence, { ...search, name: 'login' })).rejects.toThrow(StepMismatchError);
  });
});

describe('a once step', () => {
  it('left STARTED is never run blindly: it is doubtful, with what was noted', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    expect(await startStep(test.db, it.fence, pay)).toMatchObject({ state: 'run', idempotencyKey: 'key-1' });
    await noteStep(test.db, it.fence, 1, { orderNo: 'A-1' });
    const next = await nextAttempt(it);
    expect(await startStep(test.db, next, { ...pay, idempotencyKey: 'key-2' })).toEqual({
      state: 'doubtful',
      output: { orderNo: 'A-1' },
      idempotencyKey: 'key-1',
    });
    expect(await startStep(test.db, next, { ...pay, mode: 'repeatable' })).toMatchObject({
      state: 'doubtful',
    });
  });

  it('found done outside is finished without running, and keeps what was noted', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, it.fence, pay);
    await noteStep(test.db, it.fence, 1, { orderNo: 'A-1' });
    const next = await nextAttempt(it);
    await startStep(test.db, next, pay);
    expect(await finishStep(test.db, next, { position: 1, output: { paid: true }, progress })).not.toBeNull();
    expect(await startStep(test.db, next, pay)).toMatchObject({
      state: 'done',
      output: { orderNo: 'A-1', paid: true },
    });
  });

  it('found not done is cleared and runs again under the same key and order', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, it.fence, { ...pay, output: { orderNo: 'A-1' } });
    const next = await nextAttempt(it);
    await startStep(test.db, next, { ...pay, output: { orderNo: 'B-2' } });
    expect(await clearStep(test.db, next, 1)).toMatchObject({ status: 'PENDING', startedAt: null });
    expect(
      await startStep(test.db, next, { ...pay, idempotencyKey: 'key-2', output: { orderNo: 'B-2' } }),
    ).toEqual({
      state: 'run',
      output: { orderNo: 'A-1' },
      idempotencyKey: 'key-1',
    });
  });

  it('stays STARTED when its task is settled, so a purchase is always on record', async () => {
    const { task, fence } = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, fence, pay);
    await settleTask(test.db, fence, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    expect(await taskSteps(test.db, task.id)).toMatchObject([{ status: 'STARTED' }]);
  });

  it('cannot be without an idempotency key', async () => {
    const { fence } = await taskIn(test.db, 'PROCESSING');
    await expect(startStep(test.db, fence, { position: 1, name: 'pay', mode: 'once' })).rejects.toThrow(
      'once_has_an_idempotency_key',
    );
  });
});

describe('the ledger', () => {
  it('is closed to an attempt that lost its task', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, it.fence, pay);
    const next = await nextAttempt(it);
    const lost = it.fence;
    const error = { code: 'UNKNOWN', message: '' };
    expect(await startStep(test.db, lost, search)).toBeNull();
    expect(await noteStep(test.db, lost, 1, { orderNo: 'B-2' })).toBeNull();
    expect(await finishStep(test.db, lost, { position: 1, output: {}, progress })).toBeNull();
    expect(await failStep(test.db, lost, { position: 1, error })).toBeNull();
    expect(await clearStep(test.db, lost, 1)).toBeNull();
    expect(await taskSteps(test.db, it.task.id)).toMatchObject([
      { status: 'STARTED', attempt: 1, output: null },
    ]);
    expect(await startStep(test.db, next, pay)).toMatchObject({ state: 'doubtful' });
  });

  it('takes a write again whose answer was lost', async () => {
    const { task, fence } = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, fence, search);
    await finishStep(test.db, fence, { position: 1, output: { found: 1 }, progress });
    expect(await finishStep(test.db, fence, { position: 1, output: { found: 1 }, progress })).toMatchObject({
      progress,
    });
    await startStep(test.db, fence, { ...pay, position: 2 });
    await clearStep(test.db, fence, 2);
    expect(await clearStep(test.db, fence, 2)).toMatchObject({ status: 'PENDING' });
    expect(await taskSteps(test.db, task.id)).toMatchObject([
      { status: 'DONE', output: { found: 1 } },
      { status: 'PENDING' },
    ]);
  });

  it('does not finish, note or fail a step that never began', async () => {
    const { fence } = await taskIn(test.db, 'PROCESSING');
    expect(await finishStep(test.db, fence, { position: 1, output: {}, progress })).toBeNull();
    expect(await noteStep(test.db, fence, 1, {})).toBeNull();
    expect(await clearStep(test.db, fence, 1)).toBeNull();
  });
});
