import { isAlive, stopProcess } from '../process/processes.ts';
import type { OwnPids } from './infra-file.ts';

/** SIGINT is Postgres' fast shutdown: connections are cut, and a checkpoint is written. */
const POSTGRES_STOP = { signal: 'SIGINT', graceMs: 10_000 } as const;
const STOP = { graceMs: 5000 };

/** Ends our own services; those that were given to us are left alone. */
export async function stopServices(pids: OwnPids): Promise<void> {
  const stops: Promise<void>[] = [];
  if (pids.postgres && isAlive(pids.postgres)) stops.push(stopProcess(pids.postgres, POSTGRES_STOP));
  if (pids.redis && isAlive(pids.redis)) stops.push(stopProcess(pids.redis, STOP));
  if (pids.s3 && isAlive(pids.s3)) stops.push(stopProcess(pids.s3, STOP));
  await Promise.all(stops);
}
