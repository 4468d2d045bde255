import type { TaskView } from '@dungji/contracts';
import { type Db, markQueued } from '@dungji/db';
import type { Queues } from '@dungji/redis';
import type { Logger } from 'pino';

/**
 * Queues the next attempt of a task that waits for one. Never rejects: what is not queued now, the sweep queues.
 * False when: Redis refused it.
 */
export type Dispatch = (
  task: Pick<TaskView, 'id' | 'kind' | 'attempt'>,
  delayMs?: number,
) => Promise<boolean>;

export function createDispatch(db: Db, queues: Queues, log: Logger): Dispatch {
  return async (task, delayMs = 0) => {
    const attempt = task.attempt + 1;
    try {
      const jobId = await queues.dispatch(task.kind, { taskId: task.id, attempt, delayMs });
      await markQueued(db, { taskId: task.id, attempt, jobId });
      return true;
    } catch (err) {
      log.warn({ err, taskId: task.id, attempt }, 'not queued; the sweep will do it');
      return false;
    }
  };
}
