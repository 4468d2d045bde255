import { createHash } from 'node:crypto';
import type { Accepted, NestView, RequestIssuance, TaskView, UserId } from '@dungji/contracts';
import { acceptTask, failTask, findTask, isDatabaseDown, markQueued } from '@dungji/db';
import { DispatchError } from '@dungji/redis';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Accepts one issuance of a nest's document and queues it. A key that was used answers its task, in any state, also when
 * the nest is gone by now.
 *
 * @throws Refusal NOT_FOUND for a nest that is missing or somebody else's, UNSUPPORTED_DOCUMENT, IDEMPOTENCY_CONFLICT,
 *   and DISPATCH_FAILED with the id of the failed task when the queue cannot be reached
 */
export async function requestIssuance(
  deps: Deps,
  userId: UserId,
  { nestId, docType, idempotencyKey }: RequestIssuance,
): Promise<Accepted> {
  // The ledger comes from another source, which is not connected yet.
  if (docType === 'LEDGER') throw new Refusal('UNSUPPORTED_DOCUMENT');
  const accepted = await acceptTask(deps.db, {
    kind: 'issuance',
    userId,
    nestId,
    docType,
    input: { nestId, docType },
    limits: deps.limits,
    ...(idempotencyKey !== undefined && {
      idempotency: {
        procedure: 'issuance.request',
        key: idempotencyKey,
        inputHash: hashOf({ nestId, docType }),
      },
    }),
  });
  if (accepted.outcome === 'missing') throw new Refusal('NOT_FOUND');
  if (accepted.outcome === 'conflict') throw new Refusal('IDEMPOTENCY_CONFLICT');
  if (accepted.outcome === 'reused') return answer(accepted.task, true);
  return answer(await dispatch(deps, accepted.task), false);
}

/**
 * The automatic start of a new nest. The nest is created whatever happens here: a start that fails stays visible as the
 * nest's FAILED(DISPATCH_FAILED) task, to be asked for again.
 */
export async function issueAtOnce(deps: Deps, userId: UserId, nest: NestView): Promise<void> {
  try {
    await requestIssuance(deps, userId, { nestId: nest.id, docType: 'REGISTRY' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/**
 * Queues an accepted task. When the queue is down the row is failed, guarded by PENDING and its attempt; a guard that
 * no longer holds means that somebody took the task meanwhile, and the row as it is now is the answer.
 */
async function dispatch(deps: Deps, task: TaskView): Promise<TaskView> {
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

const answer = (task: TaskView, reused: boolean): Accepted => ({
  taskId: task.id,
  status: task.status,
  reused,
  pendingSince: task.pendingSince,
  timeoutAt: task.timeoutAt,
  serverNow: new Date().toISOString(),
});

/** The input without its key, so that the same key with another input is told apart. Field order is fixed by the caller. */
const hashOf = (input: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex');
