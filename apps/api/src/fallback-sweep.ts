import type { Limits } from '@dungji/contracts';
import { type Db, lastSweepAt, recordSweep, sweepOverdue, trySweepLock } from '@dungji/db';

/** No sweep for two periods means that no maintenance worker is alive, or that Redis is away. */
const PERIODS_MISSED = 2;

/**
 * The database's part of the sweep, run by the api when nobody else has: limits hold with nothing but Postgres alive.
 *
 * @returns whether it swept
 */
export async function sweepWhenNobodyDoes(db: Db, limits: Limits, at: Date = new Date()): Promise<boolean> {
  const last = await lastSweepAt(db);
  if (last && at.getTime() - last.getTime() < PERIODS_MISSED * limits.SWEEP_INTERVAL_MS) return false;
  const swept = await trySweepLock(db, async () => {
    const result = await sweepOverdue(db, { limits, batch: limits.SWEEP_BATCH });
    await recordSweep(db, { by: 'api', result });
  });
  return swept !== null;
}
