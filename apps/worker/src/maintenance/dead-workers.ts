import { KINDS, type KindPolicy, type Limits, mayRetry } from '@dungji/contracts';
import {
  clearWorkerMissing,
  type Db,
  handOver,
  listOwned,
  markWorkerMissing,
  type OwnedTask,
  takeTask,
} from '@dungji/db';
import type { WorkerBeat } from '@dungji/redis';
import type { Dispatch } from '../dispatch.ts';
import { FIRST_ASK_AFTER_MS } from '../kinds/generation/run.ts';
import type { Tally } from './tally.ts';

/**
 * Looks for tasks whose worker is dead, or lives but does not know of them: an answer to its claim was lost on the way. A
 * heartbeat that is missing, carries another boot id or does not name the task counts only when it was so on two looks
 * at least two intervals apart: neither an emptied, restarted or frozen Redis nor a fresh claim must look like a death.
 *
 * @param tools.findHeartbeats rejects when Redis cannot tell, which ends this look without a verdict
 * @param tools.lookAgain is asked for a second look when a first one found somebody missing, so that nobody waits for it
 *   until a tick of the sweep happens to come
 */
export async function sweepDeadWorkers(
  tools: {
    readonly db: Db;
    readonly limits: Limits;
    readonly dispatch: Dispatch;
    readonly findHeartbeats: (workerIds: readonly string[]) => Promise<WorkerBeat[]>;
    readonly lookAgain: (afterMs: number) => Promise<void>;
  },
  tally: Tally,
): Promise<void> {
  const { db, limits } = tools;
  let after: OwnedTask['taskId'] | undefined;
  let isSomebodyMissing = false;
  for (;;) {
    const tasks = await listOwned(db, { after, batch: limits.SWEEP_BATCH });
    const beats = await tools.findHeartbeats([...new Set(tasks.map((task) => task.workerId))]);
    const running = new Map(beats.map((beat) => [beat.bootId, new Set(beat.currentTaskIds)]));
    for (const task of tasks) {
      const isAlive = running.get(task.bootId)?.has(task.taskId) ?? false;
      isSomebodyMissing ||= !isAlive && task.missingForMs === null;
      await tally.examine(task.taskId, () => look(tools, task, isAlive, tally));
    }
    after = tasks.at(-1)?.taskId;
    if (tasks.length < limits.SWEEP_BATCH) break;
  }
  if (isSomebodyMissing) await tools.lookAgain(looksApartMs(limits));
}

const looksApartMs = (limits: Limits): number => 2 * limits.HEARTBEAT_INTERVAL_MS;

async function look(
  { db, limits, dispatch }: { readonly db: Db; readonly limits: Limits; readonly dispatch: Dispatch },
  task: OwnedTask,
  isAlive: boolean,
  tally: Tally,
): Promise<void> {
  if (isAlive) {
    if (task.missingSince !== null) await clearWorkerMissing(db, task);
    return;
  }
  if (task.missingForMs === null) {
    await markWorkerMissing(db, task);
    return;
  }
  if (task.missingForMs < looksApartMs(limits)) return;

  const policy: KindPolicy = KINDS[task.kind];
  const goesOn = mayRetry(policy, 'WORKER_LOST', task.attempt - task.attemptsBefore);
  if (task.kind === 'generation' && (task.onceDone || (task.onceInDoubt && !goesOn))) {
    // It is or may be at the provider: nothing is lost, the provider is asked.
    await handOver(db, task, { providerTaskId: null, askAfterMs: FIRST_ASK_AFTER_MS });
    return;
  }
  // A retry reconciles a step in doubt before anything else. Without one, nobody will have found out.
  const codeIfLate = task.onceInDoubt && !policy.neverInDoubt ? 'OUTCOME_UNKNOWN' : 'WORKER_LOST';
  const taken = await takeTask(
    db,
    goesOn
      ? { ...task, code: 'WORKER_LOST', codeIfLate, retryAfterMs: 0 }
      : { ...task, code: codeIfLate, retryAfterMs: null },
  );
  if (taken === null) return;
  if (taken.status === 'PROCESSING') {
    if (await dispatch(taken)) tally.redispatched += 1;
  } else {
    tally.settled += 1;
    if (taken.kind === 'generation') tally.refunded += 1;
  }
}
