import type { ResolveOutcome, TaskView, UserId } from '@dungji/contracts';
import { isDatabaseDown, markQueued, resolveOutcome } from '@dungji/db';
import { DispatchError } from '@dungji/redis';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * An operator's word about a task in doubt, after which the task goes on.
 *
 * @throws Refusal NOT_FOUND; ALREADY_RESOLVED when it is not in doubt (any more); ACTIVE_TASKS when another task does
 *   the same by now
 */
export async function decideOutcome(
  deps: Deps,
  operatorId: UserId,
  decision: ResolveOutcome,
): Promise<TaskView> {
  const answer = await resolveOutcome(deps.db, { ...decision, operatorId, limits: deps.limits });
  if (!answer) throw new Refusal('NOT_FOUND');
  if (answer.outcome === 'slot_taken') throw new Refusal('ACTIVE_TASKS');
  if (answer.outcome === 'not_in_doubt') throw new Refusal('ALREADY_RESOLVED');
  if (answer.outcome === 'resumed') await queue(deps, answer.task);
  return answer.task;
}

/** Unlike a new request, a decision is not taken back when the queue is down: the sweep queues the task later. */
async function queue({ db, queues }: Deps, task: TaskView): Promise<void> {
  const attempt = task.attempt + 1;
  try {
    const jobId = await queues.dispatch(task.kind, { taskId: task.id, attempt });
    await markQueued(db, { taskId: task.id, attempt, jobId });
  } catch (error) {
    if (!(error instanceof DispatchError) && !isDatabaseDown(error)) throw error;
  }
}
