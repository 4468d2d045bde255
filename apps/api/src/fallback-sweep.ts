import type { Limits } from '@dungji/contracts';
import {
  type Db,
  expireOverdueApprovals,
  lastSweepAt,
  recordSweep,
  sweepOverdue,
  sweptByLimits,
  trySweepLock,
} from '@dungji/db';

/** No sweep for two periods means that no maintenance worker is alive, or that Redis is away. */
const PERIODS_MISSED = 2;

/**
 * The database's part of the sweep, run by the api when nobody else has: limits hold with nothing but Postgres alive.
 *
 * @returns whether it swept
 */
export async function sweepWhenNobodyDoes(db: Db, limits: Limits, at?: Date): Promise<boolean> {
  const isDue = async () => {
    const last = await lastSweepAt(db, at);
    return last === null || last.agoMs >= PERIODS_MISSED * limits.SWEEP_INTERVAL_MS;
  };
  if (!(await isDue())) return false;
  const swept = await trySweepLock(db, async () => {
    // Another api may have swept between the first look and the lock.
    if (!(await isDue())) return false;
    const limit = { batch: limits.SWEEP_BATCH, ...(at && { at }) };
    const result = sweptByLimits(await sweepOverdue(db, limit), await expireOverdueApprovals(db, limit));
    await recordSweep(db, { by: 'api', result, ...(at && { at }) });
    return true;
  });
  return swept ?? false;
}
