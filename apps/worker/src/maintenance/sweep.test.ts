import { randomUUID } from 'node:crypto';
import { DEFAULT_LIMITS, type Limits, type TaskView } from '@dungji/contracts';
import {
  claimTask,
  findApproval,
  inTransaction,
  lastSweepAt,
  planObject,
  settleTask,
  startStep,
} from '@dungji/db';
import { type CardIn, cardIn, taskIn } from '@dungji/db/testing';
import { findHeartbeats, openQueues, startHeartbeat } from '@dungji/redis';
import { StorageError } from '@dungji/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDispatch } from '../dispatch.ts';
import { testEnv } from '../testing/env.ts';
import { openWorld, silent, type World } from '../testing/world.ts';
import { sweepOrphanObjects } from './orphan-objects.ts';
import { sweepUnqueued } from './requeue.ts';
import { sweep } from './sweep.ts';
import { Tally } from './tally.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const sweepOnce = (change: { readonly queues?: World['queues']; readonly limits?: Partial<Limits> } = {}) => {
  const queues = change.queues ?? world.queues;
  return sweep({
    ...world,
    queues,
    dispatch: createDispatch(world.db, queues, silent),
    limits: { ...world.limits, ...change.limits },
    redisPrefix: world.prefix,
    askOutside: {},
    log: silent,
  });
};
const processing = async (columns = {}) => (await taskIn(world.db, 'PROCESSING', columns)).task;
const backdateMissing = (intervals: number) =>
  world.db.query(
    `UPDATE task SET worker_missing_since = worker_missing_since - $1::bigint * interval '1 millisecond'`,
    [intervals * DEFAULT_LIMITS.HEARTBEAT_INTERVAL_MS],
  );

describe('the limits', () => {
  it('end what waited or ran too long, and the sweep is on record', async () => {
    const pending = await world.pendingTask({ deadline_at: LONG_AGO });
    const running = await processing({ deadline_at: LONG_AGO });
    expect(await sweepOnce()).toMatchObject({ settled: 2, errors: 0 });
    expect(await world.find(pending.id)).toMatchObject({ status: 'FAILED', errorCode: 'STALE_PENDING' });
    expect(await world.find(running.id)).toMatchObject({ status: 'FAILED', errorCode: 'TIMEOUT' });
    expect((await lastSweepAt(world.db))?.agoMs).toBeLessThan(10_000);
  });

  it('end the cards nobody decided in time, and leave the others', async () => {
    const open = await cardIn(world.db, 'OPEN');
    const running = await cardIn(world.db, 'RUNNING');
    await world.db.query('UPDATE approval SET expires_at = $1', [LONG_AGO]);
    expect(await sweepOnce()).toMatchObject({ settled: 1, errors: 0 });
    const statusOf = async ({ approval }: CardIn) =>
      (await findApproval(world.db, { approvalId: approval.id, userId: null }))?.status;
    expect([await statusOf(open), await statusOf(running)]).toEqual(['EXPIRED', 'ACCEPTED']);
  });

  it('end a step that hangs, and bring its card back', async () => {
    const { approval, task } = await cardIn(world.db, 'RUNNING');
    await world.db.query('UPDATE task SET deadline_at = $1', [LONG_AGO]);
    expect(await sweepOnce()).toMatchObject({ settled: 1 });
    expect(await world.find(task?.id as TaskView['id'])).toMatchObject({ errorCode: 'TIMEOUT' });
    const card = await findApproval(world.db, { approvalId: approval.id, userId: null });
    expect(card).toMatchObject({ status: 'FAILED', restorable: true });
    expect(card?.steps.map(({ status }) => status)).toEqual(['FAILED', 'PENDING']);
  });

  it('hold, and nobody is declared dead, while Redis is away', async () => {
    const overdue = await world.pendingTask({ deadline_at: LONG_AGO });
    const running = await processing({ worker_missing_since: LONG_AGO });
    const queues = openQueues({ url: 'redis://127.0.0.1:9', dispatchTimeoutMs: 200 });
    expect(await sweepOnce({ queues })).toMatchObject({ settled: 1, redispatched: 0 });
    await queues.close();
    expect((await world.find(overdue.id)).status).toBe('FAILED');
    expect(await world.find(running.id)).toMatchObject({ status: 'PROCESSING', workerId: 'worker-1' });
  });

  it('settle each task once, however many sweeps run at the same time', async () => {
    for (let i = 0; i < 12; i += 1) await world.pendingTask({ deadline_at: LONG_AGO });
    const results = await Promise.all([1, 2, 3, 4].map(() => sweepOnce({ limits: { SWEEP_BATCH: 5 } })));
    expect(results.reduce((sum, result) => sum + result.settled, 0)).toBe(12);
    const { rows } = await world.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM event WHERE type = 'task.resolved'`,
    );
    expect(rows[0]?.count).toBe(12);
  });

  it('settle one good task within two ticks, behind 500 that cannot be settled and one that is locked', async () => {
    const { userId } = await taskIn(world.db, 'PENDING');
    await world.db.query(
      `INSERT INTO task (id, kind, user_id, nest_id, doc_type, input, deadline_at)
       SELECT 'tsk_' || i, 'issuance', $1, 'nst_' || i, 'REGISTRY', '{"hopeless": true}', $2
       FROM generate_series(1, 500) i`,
      [userId, LONG_AGO],
    );
    const locked = await world.pendingTask({ deadline_at: new Date(LONG_AGO.getTime() + 1) });
    const good = await world.pendingTask({ deadline_at: new Date(LONG_AGO.getTime() + 2) });
    await world.db.query(
      `ALTER TABLE task ADD CONSTRAINT hopeless CHECK (NOT (input ? 'hopeless') OR status = 'PENDING')`,
    );
    for (const _tick of [1, 2]) {
      await inTransaction(world.db, async (tx) => {
        await tx.query('SELECT FROM task WHERE id = $1 FOR UPDATE', [locked.id]);
        await sweepOnce();
      });
    }
    expect(await world.find(good.id)).toMatchObject({ status: 'FAILED', errorCode: 'STALE_PENDING' });
    expect(await world.find(locked.id)).toMatchObject({ status: 'PENDING' });
    await sweepOnce();
    expect((await world.find(locked.id)).status).toBe('FAILED');
  }, 60_000);
});

describe('two sweeps and a settle', () => {
  it('racing for a task end it once, and whoever comes late is told', async () => {
    const races = Array.from({ length: 12 }, async () => {
      const { task, fence } = await taskIn(world.db, 'PROCESSING', { deadline_at: LONG_AGO });
      return { task, settle: () => settleTask(world.db, fence, { status: 'SUCCESS', result: {} }) };
    });
    const tasks = await Promise.all(races);
    const [settled] = await Promise.all([
      Promise.all(tasks.map(({ settle }) => settle())),
      sweepOnce(),
      sweepOnce(),
    ]);
    for (const [index, { task, settle }] of tasks.entries()) {
      const { status } = await world.find(task.id);
      expect(status).toBe(settled[index] ? 'SUCCESS' : 'FAILED');
      expect(await settle()).toBeNull();
      const { rows } = await world.db.query(
        `SELECT FROM event WHERE task_id = $1 AND type = 'task.resolved'`,
        [task.id],
      );
      expect(rows).toHaveLength(1);
    }
  });
});

describe('a dead worker', () => {
  it('is believed after two looks two heartbeat intervals apart; its task goes on elsewhere', async () => {
    const task = await processing();
    await sweepOnce();
    await sweepOnce();
    expect(await world.find(task.id)).toMatchObject({ status: 'PROCESSING', workerId: 'worker-1' });
    // The second look does not wait for a tick that happens to come.
    const [later, ...more] = await world.queues.bull('maintenance').getDelayed();
    expect([later?.name, later?.delay, more]).toEqual([
      'sweep',
      2 * DEFAULT_LIMITS.HEARTBEAT_INTERVAL_MS,
      [],
    ]);
    await backdateMissing(2);
    expect(await sweepOnce()).toMatchObject({ redispatched: 1 });
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
      lastErrorCode: 'WORKER_LOST',
    });
    expect(await world.queues.hasJob('issuance', `${task.id}-2`)).toBe(true);
  });

  it('whose heartbeat is seen again loses nothing', async () => {
    const task = await processing({ worker_missing_since: LONG_AGO });
    const heart = await beatAs('boot-1', [task.id]);
    await sweepOnce();
    await heart.close();
    const { rows } = await world.db.query('SELECT FROM task WHERE worker_missing_since IS NOT NULL');
    expect(rows).toEqual([]);
    expect(await world.find(task.id)).toMatchObject({ version: task.version, workerId: 'worker-1' });
  });

  it('is also one that lives and knows nothing of the task: its claim was never answered', async () => {
    const task = await processing();
    const heart = await beatAs('boot-1', ['another task']);
    await sweepOnce();
    await backdateMissing(2);
    await sweepOnce();
    await heart.close();
    expect(await world.find(task.id)).toMatchObject({ workerId: null, lastErrorCode: 'WORKER_LOST' });
  });

  it('is not vouched for by its restarted namesake', async () => {
    const task = await processing();
    const heart = await beatAs('boot-2', [task.id]);
    await sweepOnce();
    await backdateMissing(2);
    await sweepOnce();
    await heart.close();
    expect(await world.find(task.id)).toMatchObject({ workerId: null, lastErrorCode: 'WORKER_LOST' });
  });

  it.each([
    ['WORKER_LOST', false],
    ['OUTCOME_UNKNOWN', true],
  ] as const)('with no attempt left ends %s (payment in doubt: %s)', async (errorCode, isInDoubt) => {
    const { task, fence } = await taskIn(world.db, 'PROCESSING', { attempt: 3 });
    if (isInDoubt)
      await startStep(world.db, fence, { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'order-1' });
    await sweepOnce();
    await backdateMissing(2);
    await sweepOnce();
    expect(await world.find(task.id)).toMatchObject({ status: 'FAILED', errorCode });
  });

  /** A heart whose first beat every sweep from now on can see. */
  async function beatAs(bootId: string, taskIds: readonly string[]) {
    const heart = startHeartbeat({
      url: testEnv.redisUrl,
      prefix: world.prefix,
      workerId: 'worker-1',
      bootId,
      queues: ['issuance'],
      version: '0',
      intervalMs: 1_000,
      ttlMs: 3_000,
      current: () => ({ taskIds, consuming: true }),
    });
    await vi.waitFor(async () => {
      const beats = await findHeartbeats(world.queues.connection, ['worker-1'], world.prefix);
      expect(beats).toMatchObject([{ bootId }]);
    });
    return heart;
  }
});

describe('a dead worker’s card', () => {
  it('goes on from its ledger, however often that happens, and people are told of the interruption', async () => {
    const { requestedBy, task } = await cardIn(world.db, 'RUNNING');
    const taskId = task?.id as TaskView['id'];
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await sweepOnce();
      await backdateMissing(3);
      expect(await sweepOnce()).toMatchObject({ redispatched: 1 });
      const claim = await claimTask(world.db, {
        taskId,
        attempt,
        workerId: 'worker-2',
        bootId: `boot-${attempt}`,
        limits: world.limits,
      });
      expect(claim?.task.status).toBe('PROCESSING');
    }
    const { rows } = await world.db.query(
      `SELECT FROM event WHERE stream = $1 AND type = 'approval.interrupted'`,
      [`user:${requestedBy}`],
    );
    expect(rows).toHaveLength(5);
  });
});

describe('a task that waits', () => {
  it('gets its job back when Redis has forgotten it, once', async () => {
    const pending = await world.pendingTask({ job_id: 'forgotten' });
    const { task: waiting } = await taskIn(world.db, 'WAITING', {
      last_attempt_at: LONG_AGO,
      next_retry_at: LONG_AGO,
    });
    expect(await sweepOnce()).toMatchObject({ redispatched: 2 });
    expect(await world.queues.hasJob('issuance', `${pending.id}-1`)).toBe(true);
    expect(await world.queues.hasJob('issuance', `${waiting.id}-2`)).toBe(true);
    expect(await sweepOnce()).toMatchObject({ redispatched: 0 });
  });

  it('is left to its dispatcher while it is younger than twice the dispatch time-out', async () => {
    await world.pendingTask({ pending_at: new Date() });
    expect(await sweepOnce()).toMatchObject({ redispatched: 0 });
  });

  it('is not offered to a Redis that has just refused another one', async () => {
    for (let i = 0; i < 3; i += 1) await world.pendingTask();
    let refusals = 0;
    const dispatch = async () => {
      refusals += 1;
      return false;
    };
    await sweepUnqueued({ ...world, dispatch }, new Tally(silent));
    expect(refusals).toBe(1);
  });
});

describe('bytes that no document names', () => {
  it('are deleted after the grace period, and not before', async () => {
    const [old, young] = [`documents/${randomUUID()}.pdf`, `documents/${randomUUID()}.pdf`];
    await planObject(world.db, { key: old, purpose: 'document', at: LONG_AGO });
    await planObject(world.db, { key: young, purpose: 'document' });
    for (const key of [old, young]) await world.storage.put(key, Buffer.from('%PDF-'), 'application/pdf');
    expect(await sweepOnce()).toMatchObject({ objectsDeleted: 1, errors: 0 });
    expect(await world.storage.head(old)).toBeNull();
    expect(await world.storage.head(young)).not.toBeNull();
    await world.storage.delete(young);
  });

  it('wait for a later sweep when the storage does not answer for one of them', async () => {
    for (let i = 0; i < 3; i += 1)
      await planObject(world.db, { key: `documents/${randomUUID()}.pdf`, purpose: 'document', at: LONG_AGO });
    let calls = 0;
    const storage = {
      ...world.storage,
      delete: async (key: string) => {
        calls += 1;
        throw new StorageError('TIMEOUT', 'delete', key);
      },
    };
    const tally = new Tally(silent);
    await sweepOrphanObjects({ ...world, storage }, tally);
    expect(calls).toBe(1);
    expect(tally.errors).toBe(1);
  });
});
