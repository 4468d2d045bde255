import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  type TaskColumns,
  type TaskIn,
  type TestDatabase,
  taskIn,
} from '../testing/index.ts';
import { cancelTask } from './cancel.ts';
import { taskSteps } from './read.ts';
import { type OpenOnceStep, openOnceSteps, postponeReconcile, recordReconciled } from './reconcile.ts';
import { noteStep, startStep } from './step.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

async function paying(columns: TaskColumns = {}): Promise<TaskIn> {
  const running = await taskIn(test.db, 'PROCESSING', columns);
  await startStep(test.db, running.fence, {
    position: 3,
    name: 'pay',
    mode: 'once',
    idempotencyKey: 'A-1',
  });
  await noteStep(test.db, running.fence, 3, { orderNo: 'A-2' });
  return running;
}

/** Cancelled in the middle of its payment. */
async function cutOff(): Promise<TaskIn> {
  const running = await paying();
  const by = { userId: running.userId, role: 'member' } as const;
  await cancelTask(test.db, { taskId: running.task.id, by });
  return running;
}

async function onlyOpen(): Promise<OpenOnceStep> {
  const [step, ...rest] = await openOnceSteps(test.db, { batch: 10 });
  if (!step || rest.length > 0) throw new Error('not exactly one step is open');
  return step;
}

describe('open once steps', () => {
  it('are those that a settled task left behind, with all that is known of them', async () => {
    await paying();
    const { task } = await cutOff();
    const step = await onlyOpen();
    expect(step).toEqual({
      taskId: task.id,
      kind: 'issuance',
      position: 3,
      name: 'pay',
      idempotencyKey: 'A-1',
      output: { orderNo: 'A-2' },
      attempt: 1,
      errorCode: 'CANCELLED',
      settledForMs: expect.any(Number),
    });
    expect(step.settledForMs).toBeLessThan(60_000);
  });

  it('are read batch by batch, each once', async () => {
    const ids = [await cutOff(), await cutOff(), await cutOff()].map(({ task }) => task.id).sort();
    const first = await openOnceSteps(test.db, { batch: 2 });
    const second = await openOnceSteps(test.db, { batch: 2, after: first.at(-1) });
    expect([...first, ...second].map(({ taskId }) => taskId)).toEqual(ids);
  });

  it('found done are finished with what was found beside what was noted', async () => {
    const { task } = await cutOff();
    const found = { ...(await onlyOpen()), happened: true, output: { paidAt: 'noon' } } as const;
    expect(await recordReconciled(test.db, found)).toMatchObject({
      status: 'DONE',
      output: { orderNo: 'A-2', paidAt: 'noon' },
    });
    expect(await openOnceSteps(test.db, { batch: 10 })).toEqual([]);
    expect(await recordReconciled(test.db, found)).toBeNull();
    expect(await taskSteps(test.db, task.id)).toHaveLength(1);
  });

  it('found not done are free, their order kept', async () => {
    await cutOff();
    expect(await recordReconciled(test.db, { ...(await onlyOpen()), happened: false })).toMatchObject({
      status: 'PENDING',
      startedAt: null,
      finishedAt: null,
      output: { orderNo: 'A-2' },
    });
    expect(await openOnceSteps(test.db, { batch: 10 })).toEqual([]);
  });

  it('that cannot be told now rest until their time', async () => {
    await cutOff();
    const until = new Date(Date.now() + 60_000);
    expect(await postponeReconcile(test.db, { ...(await onlyOpen()), until })).toBe(true);
    expect(await openOnceSteps(test.db, { batch: 10 })).toEqual([]);
    expect(await openOnceSteps(test.db, { batch: 10, at: until })).toHaveLength(1);
  });

  it('rest for a time counted by the database’s clock', async () => {
    await cutOff();
    const at = new Date('2100-01-01T00:00:00.000Z');
    const step = await onlyOpen();
    expect(await postponeReconcile(test.db, { ...step, forMs: 60_000, at })).toBe(true);
    expect(await openOnceSteps(test.db, { batch: 10, at: new Date(at.getTime() + 59_999) })).toEqual([]);
    expect(await openOnceSteps(test.db, { batch: 10, at: new Date(at.getTime() + 60_000) })).toHaveLength(1);
  });

  it('are asked about by one of twenty sweeps', async () => {
    await cutOff();
    const step = await onlyOpen();
    const until = new Date(Date.now() + 60_000);
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => postponeReconcile(test.db, { ...step, until })),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
  });

  it('of a running task belong to its attempt alone', async () => {
    const { task } = await paying();
    const step = { taskId: task.id, position: 3, attempt: 1 };
    expect(await recordReconciled(test.db, { ...step, happened: false })).toBeNull();
    expect(await postponeReconcile(test.db, { ...step, until: new Date() })).toBe(false);
    expect(await taskSteps(test.db, task.id)).toMatchObject([{ status: 'STARTED' }]);
  });
});
