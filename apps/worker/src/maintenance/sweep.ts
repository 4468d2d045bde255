import type { Limits, SweepResult, TaskKind } from '@dungji/contracts';
import { type Db, expireOverdueApprovals, pruneEvents, recordSweep, sweepOverdue } from '@dungji/db';
import { findHeartbeats, type Queues, requestSweepLater } from '@dungji/redis';
import type { Storage } from '@dungji/storage';
import type { Logger } from 'pino';
import type { Dispatch } from '../dispatch.ts';
import type { LookTools } from '../kinds/generation/look.ts';
import { sweepDeadWorkers } from './dead-workers.ts';
import { sweepGenerations } from './generations.ts';
import { sweepLedgers } from './ledgers.ts';
import { type AskOutside, sweepOpenSteps } from './open-steps.ts';
import { sweepOrphanObjects } from './orphan-objects.ts';
import { sweepUnqueued } from './requeue.ts';
import { Tally } from './tally.ts';

export interface SweepTools {
  readonly db: Db;
  readonly queues: Queues;
  readonly storage: Storage;
  readonly dispatch: Dispatch;
  readonly limits: Limits;
  readonly redisPrefix: string;
  readonly askOutside: Partial<Record<TaskKind, AskOutside>>;
  /** Left out or null: no provider of videos is configured. */
  readonly looks?: LookTools | null;
  readonly log: Logger;
}

/**
 * Finishes what the normal path left undone, stage by stage: limits of tasks and cards (needs only Postgres), dead
 * workers, generations at the provider, missing jobs, orphan objects, old events. Then, with nobody waiting for it, it
 * asks the outside world about steps left open. Running it many times in parallel is harmless: every write is guarded by what was read.
 *
 * @param runId an operator asked for this very run, and looks for its result under this id
 */
export async function sweep(tools: SweepTools, runId?: string): Promise<SweepResult> {
  const { db, queues, limits, redisPrefix, log } = tools;
  const tally = new Tally(log);

  await tally.stage('limits', async () => {
    const counts = await sweepOverdue(db, { batch: limits.SWEEP_BATCH });
    tally.examined += counts.examined;
    tally.settled += counts.settled;
    tally.refunded += counts.refunded;
    tally.errors += counts.errors.length;
    for (const error of counts.errors) log.warn(error, 'an overdue task could not be settled');
  });
  await tally.stage('cards', async () => {
    const counts = await expireOverdueApprovals(db, { batch: limits.SWEEP_BATCH });
    tally.examined += counts.examined;
    tally.settled += counts.settled;
    tally.errors += counts.errors.length;
    for (const error of counts.errors) log.warn(error, 'an overdue card could not be expired');
  });
  await tally.stage('dead workers', () =>
    sweepDeadWorkers(
      {
        ...tools,
        findHeartbeats: (workerIds) => findHeartbeats(queues.connection, workerIds, redisPrefix),
        lookAgain: (afterMs) => requestSweepLater(queues, afterMs),
      },
      tally,
    ),
  );
  let asking = Promise.resolve();
  await tally.stage('generations', async () => {
    const asked = sweepGenerations(tools, tally);
    asking = asked.over;
    await asked.within;
  });
  await tally.stage('missing jobs', () => sweepUnqueued(tools, tally));
  await tally.stage('orphan objects', () => sweepOrphanObjects(tools, tally));
  await tally.stage('ledgers', () => sweepLedgers(tools, tally));
  await tally.stage('old events', async () => {
    await pruneEvents(db, { olderThanMs: limits.EVENT_RETENTION_MS });
  });

  const result = tally.result();
  await tally.stage('record', () =>
    recordSweep(db, { by: runId === undefined ? 'worker' : 'operator', result, id: runId }),
  );
  if (result.settled + result.redispatched + result.objectsDeleted + result.errors > 0)
    log.info(result, 'swept');
  await tally.stage('open steps', () => sweepOpenSteps(tools, tally));
  await tally.stage('generations', () => asking);
  return result;
}
