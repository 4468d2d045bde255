import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db.ts';
import { readStream } from '../stream/read.ts';
import { createTestDatabase, nestIn, type TestDatabase, taskIn, userIn } from '../testing/index.ts';
import { findTask } from './read.ts';
import { settleTask } from './settle.ts';
import { startStep } from './step.ts';
import { sweepOverdue } from './sweep-limits.ts';
import { clearWorkerMissing, findUnqueued, listOwned, markWorkerMissing, takeTask } from './sweep-owners.ts';
import { lastSweepAt, recordSweep, trySweepLock } from './sweep-run.ts';

const MINUTE_MS = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const ahead = (ms: number) => new Date(Date.now() + ms);

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

describe('the sweep of limits', () => {
  it('settles what is past its limit by state and kind, and leaves alone what is healthy, however near its limit', async () => {
    const deadline_at = ago(1_000);
    const stale = await taskIn(test.db, 'PENDING', { deadline_at });
    const hung = await taskIn(test.db, 'PROCESSING', { deadline_at });
    const waiting = await taskIn(test.db, 'WAITING', { deadline_at });
    const abandoned = await taskIn(test.db, 'PROCESSING', { deadline_at, kind: 'generation' });
    const nearItsLimit = await taskIn(test.db, 'PROCESSING', { deadline_at: ahead(MINUTE_MS) });
    const settled = await taskIn(test.db, 'SUCCESS');

    expect(await sweepOverdue(test.db, { batch: 3 })).toEqual({
      examined: 4,
      settled: 4,
      refunded: 1,
      errors: [],
    });
    const code = async ({ task }: typeof stale) =>
      (await findTask(test.db, { taskId: task.id, userId: null }))?.errorCode ?? null;
    expect(await code(stale)).toBe('STALE_PENDING');
    expect(await code(hung)).toBe('TIMEOUT');
    expect(await code(waiting)).toBe('TIMEOUT');
    expect(await code(abandoned)).toBe('ABANDONED');
    expect(await code(nearItsLimit)).toBeNull();
    expect(await code(settled)).toBeNull();
    expect(await sweepOverdue(test.db, { batch: 3 })).toEqual({
      examined: 0,
      settled: 0,
      refunded: 0,
      errors: [],
    });
  });

  it('run ten times at once settles and tells each row once', async () => {
    const { userId } = await nestIn(test.db);
    for (let count = 0; count < 12; count += 1) {
      await taskIn(test.db, 'PENDING', { user_id: userId, deadline_at: ago(count) });
    }
    const runs = await Promise.all(Array.from({ length: 10 }, () => sweepOverdue(test.db, { batch: 5 })));
    expect(runs.reduce((sum, run) => sum + run.settled, 0)).toBe(12);
    expect(runs.flatMap((run) => run.errors)).toEqual([]);
    const events = await readStream(test.db, { stream: `user:${userId}`, after: 0, limit: 100 });
    expect(events.map((event) => event.type)).toEqual(Array.from({ length: 12 }, () => 'task.resolved'));
  });

  it('passes a locked row and a row that cannot be written, and settles the ones behind them', async () => {
    const locked = await taskIn(test.db, 'PENDING', { deadline_at: ago(3_000) });
    const bad = await taskIn(test.db, 'PENDING', { deadline_at: ago(2_000) });
    const good = await taskIn(test.db, 'PENDING', { deadline_at: ago(1_000) });
    await test.db.query(`ALTER TABLE event ADD CONSTRAINT bad_row CHECK (task_id <> '${bad.task.id}')`);

    const counts = await inTransaction(test.db, async (tx) => {
      await tx.query('SELECT FROM task WHERE id = $1 FOR UPDATE', [locked.task.id]);
      return sweepOverdue(test.db, { batch: 1 });
    });
    expect(counts).toMatchObject({ examined: 3, settled: 1, errors: [{ taskId: bad.task.id }] });
    expect(await findTask(test.db, { taskId: good.task.id, userId: null })).toMatchObject({
      status: 'FAILED',
    });
    expect(await findTask(test.db, { taskId: locked.task.id, userId: null })).toEqual(locked.task);
    expect(await sweepOverdue(test.db, { batch: 1 })).toMatchObject({ settled: 1 });
  });

  it('of one user leaves everybody else’s rows', async () => {
    const mine = await taskIn(test.db, 'PENDING', { deadline_at: ago(1_000) });
    const theirs = await taskIn(test.db, 'PENDING', { deadline_at: ago(1_000) });
    expect(await sweepOverdue(test.db, { batch: 5, userId: mine.userId })).toMatchObject({ settled: 1 });
    expect(await findTask(test.db, { taskId: theirs.task.id, userId: null })).toEqual(theirs.task);
  });

  it('stops after as many rows as somebody waits for', async () => {
    const { userId } = await taskIn(test.db, 'PENDING', { deadline_at: ago(1_000) });
    await taskIn(test.db, 'PENDING', { user_id: userId, deadline_at: ago(1_000) });
    const own = { batch: 1, rowsMax: 1, userId };
    expect(await sweepOverdue(test.db, own)).toMatchObject({ examined: 1, settled: 1 });
    expect(await sweepOverdue(test.db, { ...own, rowsMax: undefined })).toMatchObject({ settled: 1 });
  });

  it('reads active rows alone, by the partial index', async () => {
    const { rows } = await test.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM task WHERE status IN ('PENDING', 'PROCESSING') AND deadline_at <= now()
       AND (deadline_at, id) > ('-infinity'::timestamptz, '') ORDER BY deadline_at, id LIMIT 50`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('active_task_by_deadline');
  });
});

describe('the sweep of dead workers', () => {
  it('lists owned tasks page by page, and tells which have a once step in doubt', async () => {
    const plain = await taskIn(test.db, 'PROCESSING');
    const doubtful = await taskIn(test.db, 'PROCESSING');
    await taskIn(test.db, 'WAITING');
    await startStep(test.db, doubtful.fence, { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'k' });
    const first = await listOwned(test.db, { batch: 1 });
    const second = await listOwned(test.db, { after: first[0]?.taskId, batch: 1 });
    const third = await listOwned(test.db, { after: second[0]?.taskId, batch: 1 });
    expect(first).toMatchObject([{ taskId: plain.task.id, workerId: 'worker-1', onceInDoubt: false }]);
    expect(second).toMatchObject([{ taskId: doubtful.task.id, missingSince: null, onceInDoubt: true }]);
    expect(third).toEqual([]);
  });

  it('remembers the first look, and forgets it when the worker is seen again', async () => {
    const { fence, task } = await taskIn(test.db, 'PROCESSING');
    const firstLook = ago(MINUTE_MS);
    expect(await markWorkerMissing(test.db, fence, firstLook)).toBe(true);
    expect(await markWorkerMissing(test.db, fence)).toBe(true);
    expect(await listOwned(test.db, { batch: 5 })).toMatchObject([{ missingSince: firstLook }]);
    expect(await clearWorkerMissing(test.db, fence)).toBe(true);
    expect(await listOwned(test.db, { batch: 5 })).toMatchObject([{ missingSince: null }]);
    // Nobody on a screen is told of a suspicion.
    expect(await findTask(test.db, { taskId: task.id, userId: null })).toEqual(task);
  });

  it('takes the task away at once, for the next attempt', async () => {
    const { fence } = await taskIn(test.db, 'PROCESSING');
    await markWorkerMissing(test.db, fence);
    const retryAt = new Date();
    const taken = await takeTask(test.db, { ...fence, code: 'WORKER_LOST', retryAt });
    expect(taken).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
      lastErrorCode: 'WORKER_LOST',
      nextRetryAt: retryAt.toISOString(),
    });
    expect(await settleTask(test.db, fence, { status: 'SUCCESS', result: {} })).toBeNull();
  });

  it('fails the task when no retry is allowed, or when it would come too late', async () => {
    const final = await taskIn(test.db, 'PROCESSING');
    await markWorkerMissing(test.db, final.fence);
    expect(await takeTask(test.db, { ...final.fence, code: 'OUTCOME_UNKNOWN', retryAt: null })).toMatchObject(
      {
        errorCode: 'OUTCOME_UNKNOWN',
      },
    );
    const late = await taskIn(test.db, 'PROCESSING', { deadline_at: ahead(1_000) });
    await markWorkerMissing(test.db, late.fence);
    expect(
      await takeTask(test.db, { ...late.fence, code: 'WORKER_LOST', retryAt: ahead(2_000) }),
    ).toMatchObject({ status: 'FAILED', errorCode: 'WORKER_LOST' });
  });

  it('counts a pause by the database’s clock, and ends the task by its own code when that is too late', async () => {
    const noon = new Date('2026-03-01T12:00:00.000Z');
    const at = (ms: number) => new Date(noon.getTime() + ms);
    const times = { pending_at: noon, started_at: noon, deadline_at: at(MINUTE_MS) };
    const early = await taskIn(test.db, 'PROCESSING', times);
    await markWorkerMissing(test.db, early.fence);
    const lost = { code: 'WORKER_LOST', codeIfLate: 'OUTCOME_UNKNOWN', retryAfterMs: 15_000 } as const;
    expect(await takeTask(test.db, { ...early.fence, ...lost, at: at(1_000) })).toMatchObject({
      status: 'PROCESSING',
      nextRetryAt: at(16_000).toISOString(),
    });
    const late = await taskIn(test.db, 'PROCESSING', times);
    await markWorkerMissing(test.db, late.fence);
    expect(await takeTask(test.db, { ...late.fence, ...lost, at: at(45_000) })).toMatchObject({
      status: 'FAILED',
      errorCode: 'OUTCOME_UNKNOWN',
    });
  });

  it('takes nothing from a worker that was seen again, nor from the next attempt', async () => {
    const alive = await taskIn(test.db, 'PROCESSING');
    expect(await takeTask(test.db, { ...alive.fence, code: 'WORKER_LOST', retryAt: new Date() })).toBeNull();
    expect(await takeTask(test.db, { ...alive.fence, code: 'WORKER_LOST', retryAt: null })).toBeNull();
    await markWorkerMissing(test.db, alive.fence);
    const old = { ...alive.fence, attempt: 0 };
    expect(await takeTask(test.db, { ...old, code: 'WORKER_LOST', retryAt: null })).toBeNull();
  });

  it('and a late settle: one of them wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { fence, userId } = await taskIn(test.db, 'PROCESSING');
      await markWorkerMissing(test.db, fence);
      const [settled, taken] = await Promise.all([
        settleTask(test.db, fence, { status: 'SUCCESS', result: {} }),
        takeTask(test.db, { ...fence, code: 'WORKER_LOST', retryAt: null }),
      ]);
      expect([settled, taken].filter((view) => view !== null)).toHaveLength(1);
      expect(await readStream(test.db, { stream: `user:${userId}`, after: 0, limit: 5 })).toHaveLength(1);
    }
  });
});

describe('what waits without a job', () => {
  it('is found once it is older than a dispatch takes, with the attempt a job would start', async () => {
    const pending = await taskIn(test.db, 'PENDING', { job_id: 'some-1' });
    const waiting = await taskIn(test.db, 'WAITING', { last_attempt_at: ago(10_000) });
    await taskIn(test.db, 'PENDING', { pending_at: ago(100) });
    await taskIn(test.db, 'WAITING', { last_attempt_at: ago(100) });
    await taskIn(test.db, 'PROCESSING');
    await taskIn(test.db, 'FAILED');
    const found = await findUnqueued(test.db, { olderThanMs: 3_000, batch: 10 });
    expect(found).toEqual([
      {
        taskId: pending.task.id,
        kind: 'issuance',
        attempt: 1,
        jobId: 'some-1',
        nextRetryAt: null,
        retryInMs: 0,
      },
      {
        taskId: waiting.task.id,
        kind: 'issuance',
        attempt: 2,
        jobId: null,
        nextRetryAt: new Date(waiting.task.nextRetryAt ?? 0),
        retryInMs: expect.any(Number),
      },
    ]);
    const untilRetryMs = Date.parse(waiting.task.nextRetryAt ?? '') - Date.now();
    expect(Math.abs((found[1]?.retryInMs ?? 0) - Math.max(0, untilRetryMs))).toBeLessThan(5_000);
    expect(
      await findUnqueued(test.db, { olderThanMs: 3_000, batch: 10, after: pending.task.id }),
    ).toHaveLength(1);
  });
});

describe('sweep runs', () => {
  const swept = (settled: number) => ({
    examined: settled,
    redispatched: 0,
    settled,
    refunded: 0,
    objectsDeleted: 0,
    errors: 0,
  });

  it('are on record, the newest one is told with its age, and old ones are forgotten', async () => {
    expect(await lastSweepAt(test.db)).toBeNull();
    await recordSweep(test.db, { by: 'worker', result: swept(1), at: ago(8 * 24 * 60 * MINUTE_MS) });
    const at = ago(MINUTE_MS);
    await recordSweep(test.db, { by: 'api', result: swept(0), at });
    expect(await lastSweepAt(test.db, new Date(at.getTime() + 5_000))).toEqual({ at, agoMs: 5_000 });
    const { rows: kept } = await test.db.query<{ by: string }>('SELECT by FROM sweep_run');
    expect(kept.map((row) => row.by)).toEqual(['api']);
  });

  it('by timer exclude each other, and a thrown error gives the lock back', async () => {
    const inner = await trySweepLock(test.db, () => trySweepLock(test.db, async () => 'twice'));
    expect(inner).toBeNull();
    await expect(trySweepLock(test.db, () => Promise.reject(new Error('on purpose')))).rejects.toThrow(
      'on purpose',
    );
    expect(await trySweepLock(test.db, async () => 'once')).toBe('once');
  });
});

describe('a task of a worker in another time zone', () => {
  it('keeps its limit: every moment is absolute', async () => {
    const userId = await userIn(test.db);
    const { task } = await taskIn(test.db, 'PENDING', { user_id: userId });
    const seoul = await inTransaction(test.db, async (tx) => {
      await tx.query(`SET LOCAL TIME ZONE 'Asia/Seoul'`);
      return findTask(tx, { taskId: task.id, userId });
    });
    expect(seoul).toEqual(task);
  });
});
