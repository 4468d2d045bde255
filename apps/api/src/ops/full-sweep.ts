import { setTimeout as pause } from 'node:timers/promises';
import type { SweepResult, UserId } from '@dungji/contracts';
import {
  expireOverdueApprovals,
  findSweep,
  newId,
  recordAction,
  recordSweep,
  sweepOverdue,
  sweptByLimits,
} from '@dungji/db';
import { readHeartbeats, requestSweep } from '@dungji/redis';
import type { Deps } from '../context.ts';

export interface OperatorSweep extends SweepResult {
  /** False: no maintenance worker answered in time, so only the limits were swept. */
  readonly complete: boolean;
}

/** A sweep takes well under a second unless a dependency is away; an operator looks at a spinner meanwhile. */
const ANSWER_WAIT_MS = 5_000;
const LOOK_PAUSE_MS = 100;

/**
 * Settles at once, here, what is overdue by its limit, then has a maintenance worker do the rest (re-dispatch, dead
 * workers, objects) and waits for its numbers, bounded. Both parts together are the answer.
 */
export async function sweepForOperator(deps: Deps, operatorId: UserId): Promise<OperatorSweep> {
  const { db, limits } = deps;
  const runId = newId.sweepRun();
  await recordAction(db, { operatorId, action: 'sweep.requested', detail: { runId } });
  const limit = { batch: limits.SWEEP_BATCH };
  const here = sweptByLimits(await sweepOverdue(db, limit), await expireOverdueApprovals(db, limit));
  const there = await sweepByWorker(deps, runId);
  if (there) return { ...sumOf(here, there), complete: true };
  await recordSweep(db, { by: 'operator', result: here });
  return { ...here, complete: false };
}

/** Null: Redis is away, no maintenance worker lives, or none answered in time. */
async function sweepByWorker({ db, queues }: Deps, runId: string): Promise<SweepResult | null> {
  try {
    await requestSweep(queues, { runId });
    const workers = await readHeartbeats(queues.connection, queues.prefix);
    if (!workers.some((worker) => worker.queues.includes('maintenance'))) return null;
  } catch {
    return null;
  }
  const deadlineMs = performance.now() + ANSWER_WAIT_MS;
  while (performance.now() < deadlineMs) {
    const run = await findSweep(db, runId);
    if (run) return run.result;
    await pause(LOOK_PAUSE_MS);
  }
  return null;
}

const sumOf = (a: SweepResult, b: SweepResult): SweepResult => ({
  examined: a.examined + b.examined,
  redispatched: a.redispatched + b.redispatched,
  settled: a.settled + b.settled,
  refunded: a.refunded + b.refunded,
  objectsDeleted: a.objectsDeleted + b.objectsDeleted,
  errors: a.errors + b.errors,
});
