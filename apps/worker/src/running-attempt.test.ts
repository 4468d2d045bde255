import { cancelTask, retryTask } from '@dungji/db';
import { openGate } from '@dungji/redis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Attempt } from './kinds/kind-runner.ts';
import { checkOwnership } from './ownership.ts';
import { settleAfterCrash } from './safety-net.ts';
import { TaskFailure, WorkerStopping } from './task-failure.ts';
import { fenceOf, kindThat, openWorld, silent, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

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

async function ownerOf(taskId: string): Promise<string> {
  const { rows } = await world.db.query<{ user_id: string }>('SELECT user_id FROM task WHERE id = $1', [
    taskId,
  ]);
  return rows[0]?.user_id ?? '';
}
