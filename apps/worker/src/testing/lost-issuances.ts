import type { TaskView } from '@dungji/contracts';
import { expect, vi } from 'vitest';
import type { Outside, World } from './world.ts';

/** For a worker process that notices and repeats everything within seconds. */
export const SHORT_TIMES = {
  HEARTBEAT_INTERVAL_MS: '1500',
  HEARTBEAT_TTL_MS: '4500',
  SWEEP_INTERVAL_MS: '1000',
  DISPATCH_TIMEOUT_MS: '500',
  RETRY_BACKOFF_MS: '100',
};

/** Issuances whose worker or services are taken away, seen from outside: what they reached, and what they cost. */
export function lostIssuances(world: () => World, outside: () => Outside) {
  const find = (task: TaskView) => world().find(task.id);
  return {
    /** Accepted and queued, as the api would. */
    async queued(detailAddress: string): Promise<TaskView> {
      const task = await world().pendingIssuance(detailAddress);
      await world().queues.dispatch('issuance', { taskId: task.id, attempt: 1 });
      return task;
    },
    /** Resolves when it has come to this step. */
    reached: (task: TaskView, label: string) =>
      vi.waitFor(async () => expect((await find(task)).progress?.label).toBe(label), {
        timeout: 60_000,
        interval: 20,
      }),
    /** Resolves when its next attempt has been started; the answer says when that was seen. */
    async runsAgain(task: TaskView, attempt: number, timeoutMs = 120_000): Promise<number> {
      await vi.waitFor(async () => expect((await find(task)).attempt).toBe(attempt), {
        timeout: timeoutMs,
        interval: 100,
      });
      return performance.now();
    },
    succeeded: (task: TaskView) =>
      vi.waitFor(async () => expect((await find(task)).status).toBe('SUCCESS'), {
        timeout: 120_000,
        interval: 200,
      }),
    timesPaid: async (detailAddress: string) =>
      (await outside().purchasesOf(detailAddress)).map((purchase) => purchase.times),
    objectsOf: async (task: TaskView) =>
      (await world().db.query('SELECT key FROM stored_object WHERE task_id = $1', [task.id])).rows,
    /** Resolves when a worker says by its heartbeat that it runs nothing. */
    idle: (workerId: string) =>
      vi.waitFor(
        async () => {
          const beat = await world().queues.connection.get(`${world().prefix}:worker:${workerId}`);
          expect(JSON.parse(beat ?? '{}')).toMatchObject({ current_task_ids: [] });
        },
        { timeout: 30_000, interval: 200 },
      ),
  };
}
