import { DEFAULT_LIMITS } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TaskIn, type TestDatabase, taskIn } from '../testing/index.ts';
import { claimTask } from './claim.ts';
import { type Fence, ownedTasks } from './fence.ts';
import { markQueued } from './queued.ts';
import { findTask, listTasks } from './read.ts';
import { retryTask } from './retry.ts';
import { settleTask } from './settle.ts';

const limits = DEFAULT_LIMITS;
const PROCESSING_LIMIT_MS = limits.ISSUANCE_PROCESSING_TIMEOUT_MS;
const NOON = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const claim = ({ task }: TaskIn, attempt: number, at: Date) =>
  claimTask(test.db, {
    taskId: task.id,
    attempt,
    workerId: `worker-${attempt}`,
    bootId: `boot-${attempt}`,
    limits,
    at,
  });

const columnsOf = async (it: TaskIn) => {
  const { rows } = await test.db.query('SELECT * FROM task WHERE id = $1', [it.task.id]);
  return rows[0];
};

describe('the PROCESSING limit', () => {
  it('counts from the first claim, retries included', async () => {
    const it = await taskIn(test.db, 'PENDING');
    const first = await claim(it, 1, NOON);
    expect(first?.task).toMatchObject({
      attempt: 1,
      workerId: 'worker-1',
      startedAt: NOON.toISOString(),
      timeoutAt: after(PROCESSING_LIMIT_MS).toISOString(),
    });
    const fence: Fence = { taskId: it.task.id, attempt: 1, bootId: 'boot-1' };
    await retryTask(test.db, fence, { code: 'PORTAL_DOWN', nextRetryAt: after(60_000), at: after(30_000) });
    const second = await claim(it, 2, after(60_000));
    expect(second?.task).toMatchObject({
      attempt: 2,
      workerId: 'worker-2',
      startedAt: NOON.toISOString(),
      timeoutAt: after(PROCESSING_LIMIT_MS).toISOString(),
      lastErrorCode: 'PORTAL_DOWN',
      nextRetryAt: null,
    });
  });

  it('ends a task whose next attempt would begin beyond it, now and with its cause', async () => {
    const it = await taskIn(test.db, 'PENDING');
    await claim(it, 1, NOON);
    const fence: Fence = { taskId: it.task.id, attempt: 1, bootId: 'boot-1' };
    const view = await retryTask(test.db, fence, {
      code: 'PORTAL_DOWN',
      nextRetryAt: after(PROCESSING_LIMIT_MS),
      at: after(60_000),
    });
    expect(view).toMatchObject({
      status: 'FAILED',
      errorCode: 'PORTAL_DOWN',
      settledAt: after(60_000).toISOString(),
    });
  });
});

describe('retry', () => {
  it('ends the ownership at once and tells when the next attempt comes', async () => {
    const it = await taskIn(test.db, 'PROCESSING');
    const nextRetryAt = new Date(Date.now() + 15_000);
    const view = await retryTask(test.db, it.fence, { code: 'PORTAL_DOWN', nextRetryAt });
    expect(view).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
      lastErrorCode: 'PORTAL_DOWN',
      nextRetryAt: nextRetryAt.toISOString(),
    });
    expect(await columnsOf(it)).toMatchObject({ worker_id: null, boot_id: null, job_id: null });
    expect(await ownedTasks(test.db, [it.fence])).toEqual([]);
    expect(await settleTask(test.db, it.fence, { status: 'SUCCESS', result: {} })).toBeNull();
  });
});

describe('a pause before the next attempt', () => {
  it('counts by the database’s clock, whatever a worker’s says', async () => {
    const it = await taskIn(test.db, 'PENDING');
    await claim(it, 1, NOON);
    const fence: Fence = { taskId: it.task.id, attempt: 1, bootId: 'boot-1' };
    const view = await retryTask(test.db, fence, {
      code: 'PORTAL_DOWN',
      retryAfterMs: 15_000,
      at: after(10_000),
    });
    expect(view).toMatchObject({ status: 'PROCESSING', nextRetryAt: after(25_000).toISOString() });
  });

  it('that reaches beyond the limit ends the task now, by the code given for that', async () => {
    const it = await taskIn(test.db, 'PENDING');
    await claim(it, 1, NOON);
    const fence: Fence = { taskId: it.task.id, attempt: 1, bootId: 'boot-1' };
    const retryAfterMs = PROCESSING_LIMIT_MS - 10_000;
    const view = await retryTask(test.db, fence, {
      code: 'PORTAL_DOWN',
      codeIfLate: 'OUTCOME_UNKNOWN',
      retryAfterMs,
      at: after(10_000),
    });
    expect(view).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN' });
  });
});

describe('the claimed input', () => {
  it('comes back as it was accepted, with the user', async () => {
    const it = await taskIn(test.db, 'PENDING', {
      input: JSON.stringify({ detailAddress: '101동', list: [1] }),
    });
    expect(await claim(it, 1, NOON)).toMatchObject({
      input: { detailAddress: '101동', list: [1] },
      userId: it.userId,
    });
  });
});

describe('ownedTasks', () => {
  it('tells in one answer which fences still hold', async () => {
    const running = await taskIn(test.db, 'PROCESSING');
    const waiting = await taskIn(test.db, 'WAITING');
    const settled = await taskIn(test.db, 'SUCCESS');
    const zombie = { ...running.fence, attempt: 0 };
    const reborn = { ...running.fence, bootId: 'boot-9' };
    const asked = [zombie, waiting.fence, running.fence, settled.fence, reborn];
    expect(await ownedTasks(test.db, asked)).toEqual([running.fence]);
    expect(await ownedTasks(test.db, [])).toEqual([]);
  });
});

describe('markQueued', () => {
  it('remembers the job of the next attempt without showing a change', async () => {
    const it = await taskIn(test.db, 'PENDING');
    expect(await markQueued(test.db, { taskId: it.task.id, attempt: 1, jobId: `${it.task.id}-1` })).toBe(
      true,
    );
    expect(await columnsOf(it)).toMatchObject({ job_id: `${it.task.id}-1`, version: it.task.version });
    await claim(it, 1, NOON);
    expect(await columnsOf(it)).toMatchObject({ job_id: null });
  });

  it('comes too late for a claimed, settled or further advanced task', async () => {
    for (const situation of ['PROCESSING', 'SUCCESS', 'FAILED'] as const) {
      const { task } = await taskIn(test.db, situation);
      expect(await markQueued(test.db, { taskId: task.id, attempt: task.attempt + 1, jobId: 'j' })).toBe(
        false,
      );
    }
    const { task } = await taskIn(test.db, 'WAITING');
    expect(await markQueued(test.db, { taskId: task.id, attempt: task.attempt, jobId: 'j' })).toBe(false);
    expect(await markQueued(test.db, { taskId: task.id, attempt: task.attempt + 1, jobId: 'j' })).toBe(true);
  });
});

describe('reads', () => {
  it('hide another user’s task and show any to an operator', async () => {
    const mine = await taskIn(test.db, 'PENDING');
    const other = await taskIn(test.db, 'PENDING');
    expect(await findTask(test.db, { taskId: mine.task.id, userId: mine.userId })).toEqual(mine.task);
    expect(await findTask(test.db, { taskId: mine.task.id, userId: other.userId })).toBeNull();
    expect(await findTask(test.db, { taskId: mine.task.id, userId: null })).toEqual(mine.task);
  });

  it('page through the tasks of a user, newest first, without repeating or skipping', async () => {
    const first = await taskIn(test.db, 'SUCCESS');
    const { userId, nestId } = first;
    const more = [];
    for (let count = 0; count < 6; count += 1) {
      more.push(await taskIn(test.db, 'FAILED', { user_id: userId, nest_id: nestId }));
    }
    const expected = [first, ...more].map((it) => it.task.id).reverse();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTasks(test.db, { userId, cursor, limit: 3 });
      seen.push(...page.items.map((task) => task.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
    const failed = await listTasks(test.db, {
      userId,
      status: 'FAILED',
      nestId,
      kind: 'issuance',
      limit: 50,
    });
    expect(failed.items).toHaveLength(6);
    expect((await listTasks(test.db, { userId, cursor: '!', limit: 3 })).items).toEqual([]);
  });
});
