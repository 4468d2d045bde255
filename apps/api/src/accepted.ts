import { createHash } from 'node:crypto';
import type { Accepted, TaskView } from '@dungji/contracts';
import { failTask, findTask, isDatabaseDown, markQueued } from '@dungji/db';
import { DispatchError } from '@dungji/redis';
import type { Deps } from './context.ts';
import { Refusal } from './errors.ts';

/**
 * Queues an accepted task. When the queue is down the row is failed, guarded by PENDING and its attempt; a guard that
 * no longer holds means that somebody took the task meanwhile, and the row as it is now is the answer.
 *
 * @throws Refusal DISPATCH_FAILED with the id of the failed task when the queue cannot be reached
 */
export async function dispatch(deps: Deps, task: TaskView): Promise<TaskView> {
  const { db, queues } = deps;
  const attempt = task.attempt + 1;
  let jobId: string;
  try {
    jobId = await queues.dispatch(task.kind, { taskId: task.id, attempt });
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    const failed = await failTask(db, {
      taskId: task.id,
      attempt: task.attempt,
      from: 'PENDING',
      code: 'DISPATCH_FAILED',
    });
    if (failed) throw new Refusal('DISPATCH_FAILED', { taskId: task.id }, { cause: error });
    return (await findTask(db, { taskId: task.id, userId: null })) ?? task;
  }
  // The job is on its way whatever happens here; a row that looks unqueued is merely looked at by the sweep.
  await markQueued(db, { taskId: task.id, attempt, jobId }).catch((error: unknown) => {
    if (!isDatabaseDown(error)) throw error;
  });
  return task;
}

/** What a mutation that accepts a task answers. */
export const accepted = (task: TaskView, reused: boolean): Accepted => ({
  taskId: task.id,
  status: task.status,
  reused,
  pendingSince: task.pendingSince,
  timeoutAt: task.timeoutAt,
  serverNow: new Date().toISOString(),
});

/** The input without its key, so that the same key with another input is told apart. Field order is fixed by the caller. */
export const hashOf = (input: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex');
