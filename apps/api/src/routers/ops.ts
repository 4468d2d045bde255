import { recordSweep, sweepOverdue } from '@dungji/db';
import { requestSweep } from '@dungji/redis';
import { operatorProcedure, router } from '../trpc.ts';

export interface SweepCounts {
  examined: number;
  redispatched: number;
  settled: number;
  refunded: number;
  objectsDeleted: number;
  errors: number;
}

export const opsRouter = router({
  /**
   * Settles at once, here, what is overdue by its limit, and asks the maintenance worker for the rest (re-dispatch,
   * dead workers, objects): that part may wait for Redis, the answer must not.
   */
  sweep: operatorProcedure.mutation(async ({ ctx }): Promise<SweepCounts> => {
    const { db, queues, limits } = ctx.deps;
    const swept = await sweepOverdue(db, { batch: limits.SWEEP_BATCH });
    const result = { ...swept, errors: swept.errors.length, redispatched: 0, refunded: 0, objectsDeleted: 0 };
    await recordSweep(db, { by: 'operator', result });
    // Without Redis there is nobody to ask; what could be settled here is settled.
    await requestSweep(queues).catch(() => undefined);
    return result;
  }),
});
