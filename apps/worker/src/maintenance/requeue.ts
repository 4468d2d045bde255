import type { Limits } from '@dungji/contracts';
import { type Db, findUnqueued, type UnqueuedTask } from '@dungji/db';
import type { Queues } from '@dungji/redis';
import type { Dispatch } from '../dispatch.ts';
import type { Tally } from './tally.ts';

/**
 * Queues again what waits for a worker but has no job: Redis forgot it, the api died between accept and dispatch, or a
 * retry could not be queued. Rows younger than twice the dispatch time-out are still being dispatched by somebody.
 */
export async function sweepUnqueued(
  {
    db,
    queues,
    limits,
    dispatch,
  }: { readonly db: Db; readonly queues: Queues; readonly limits: Limits; readonly dispatch: Dispatch },
  tally: Tally,
): Promise<void> {
  let after: UnqueuedTask['taskId'] | undefined;
  for (;;) {
    const olderThanMs = 2 * limits.DISPATCH_TIMEOUT_MS;
    const tasks = await findUnqueued(db, { after, batch: limits.SWEEP_BATCH, olderThanMs });
    for (const task of tasks) {
      tally.examined += 1;
      // Not being able to ask ends the stage: without Redis there is nothing to queue into, and the limits still hold.
      if (task.jobId !== null && (await queues.hasJob(task.kind, task.jobId))) continue;
      const { taskId: id, kind, attempt, retryInMs } = task;
      // What refuses one job refuses the next ones too.
      if (!(await dispatch({ id, kind, attempt: attempt - 1 }, retryInMs))) return;
      tally.redispatched += 1;
    }
    after = tasks.at(-1)?.taskId;
    if (tasks.length < limits.SWEEP_BATCH) return;
  }
}
