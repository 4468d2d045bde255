import { Redis } from 'ioredis';
import { hasAncestor, isBrowser, processesMarked } from '../processes.ts';
import type { Invariant } from './world.ts';

/** A browser without a living worker above it was left behind. */
export const browsers: Invariant = async ({ services, mark }) => {
  const rows = processesMarked(mark);
  const workers = new Set(services.pids.workers);
  return rows
    .filter((row) => isBrowser(row) && !hasAncestor(row, workers, rows))
    .map((row) => `browser ${row.pid} belongs to no worker`);
};

/** A few periods of the sweep, on a busy machine. */
const SWEPT_WITHIN_MS = 30_000;

/** One schedule, however often Redis was emptied and workers were started, and it ticks. */
export const sweeps: Invariant = async ({ services, sql }) => {
  const redis = new Redis(services.redisUrl, { maxRetriesPerRequest: 1 });
  redis.on('error', () => {});
  const schedules = await Promise.all(
    (await redis.keys('*:maintenance:repeat')).map((key) => redis.zcard(key)),
  );
  redis.disconnect();
  const count = schedules.reduce((sum, one) => sum + one, 0);
  const { rows } = await sql.query<{ agoMs: number | null }>(
    `SELECT (extract(epoch FROM now() - max(at)) * 1000)::int AS "agoMs" FROM sweep_run WHERE by = 'worker'`,
  );
  const agoMs = rows[0]?.agoMs ?? Number.POSITIVE_INFINITY;
  return [
    ...(count === 1 ? [] : [`the sweep is scheduled ${count} times`]),
    ...(agoMs <= SWEPT_WITHIN_MS ? [] : [`the last sweep of a worker was ${agoMs} ms ago`]),
  ];
};
