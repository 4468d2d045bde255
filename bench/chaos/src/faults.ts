import { setTimeout as pause } from 'node:timers/promises';
import type { ServicesFile } from '@dungji/dev-services';
import { Redis } from 'ioredis';
import type { PlannedFault } from './plan.ts';
import { childrenOf, isBrowser, processesMarked, signal } from './processes.ts';

/** What is hurt; `services` as they are now, for they change with every restart. */
export interface Victims {
  services(): ServicesFile;
  readonly mark: string;
}

/** A fault as it went. */
export interface Inflicted {
  readonly fault: PlannedFault;
  /** Somebody was there to be hurt. */
  readonly met: boolean;
}

/** Whatever was killed before is back by then, also on a machine that is slow to start it. */
const VICTIM_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;

/** Does it to the first victim that turns up, waits until it is over where it ends by itself; false: nobody turned up. */
export async function inflict(fault: PlannedFault, victims: Victims): Promise<boolean> {
  const endsAt = performance.now() + VICTIM_WITHIN_MS;
  while (performance.now() < endsAt) {
    if (await once(fault, victims).catch(() => false)) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

async function once({ name, target, forMs }: PlannedFault, { services, mark }: Victims): Promise<boolean> {
  const { pids, redisUrl, sandboxUrl } = services();
  const worker = pids.workers[target % Math.max(1, pids.workers.length)];
  switch (name) {
    case 'kill worker':
      return signal(worker, 'SIGKILL');
    case 'freeze worker':
      return freeze([worker], forMs);
    case 'kill all workers':
      return pids.workers.map((pid) => signal(pid, 'SIGKILL')).some(Boolean);
    case 'restart worker':
      return signal(worker, 'SIGTERM');
    case 'kill browser':
      return processesMarked(mark)
        .filter((row) => isBrowser(row) && pids.workers.includes(row.parentPid))
        .map((row) => signal(row.pid, 'SIGKILL'))
        .some(Boolean);
    case 'kill api':
      return signal(pids.api, 'SIGKILL');
    case 'freeze api':
      return freeze([pids.api], forMs);
    case 'restart api':
      return signal(pids.api, 'SIGTERM');
    case 'empty redis':
      return empty(redisUrl);
    case 'kill redis':
      return signal(pids.redis, 'SIGKILL');
    case 'freeze redis':
      return freeze([pids.redis], forMs);
    case 'restart redis':
      return signal(pids.redis, 'SIGTERM');
    case 'crash postgres':
      // Immediate shutdown: no checkpoint, the next start recovers from the log.
      return signal(pids.postgres, 'SIGQUIT');
    case 'restart postgres':
      return signal(pids.postgres, 'SIGINT');
    case 'freeze postgres':
      return freeze([pids.postgres, ...childrenOf(pids.postgres)], forMs);
    case 'kill storage':
      return signal(pids.s3, 'SIGKILL');
    case 'freeze storage':
      return freeze([pids.s3], forMs);
    case 'restart storage':
      return signal(pids.s3, 'SIGTERM');
    case 'portal down':
      return breakOutside(sandboxUrl, { target: 'portal', mode: 'down' }, forMs);
    case 'portal slow':
      return breakOutside(sandboxUrl, { target: 'portal', mode: 'slow', ms: 1_500 }, forMs);
    case 'generation down':
      return breakOutside(sandboxUrl, { target: 'generation', mode: 'down' }, forMs);
    case 'steps down':
      return breakOutside(sandboxUrl, { target: 'steps', mode: 'down' }, forMs);
  }
}

/** All of them at once, as a machine that pauses. The first is the one that must be there. */
async function freeze(pids: readonly (number | undefined)[], forMs: number): Promise<boolean> {
  const frozen = pids.filter((pid) => signal(pid, 'SIGSTOP'));
  if (frozen.length === 0) return false;
  await pause(forMs);
  for (const pid of frozen) signal(pid, 'SIGCONT');
  return true;
}

async function empty(url: string): Promise<boolean> {
  const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null, commandTimeout: 1_000 });
  redis.on('error', () => {});
  try {
    await redis.flushall();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

async function breakOutside(
  sandboxUrl: string,
  fault: { readonly target: string; readonly mode: string; readonly ms?: number },
  forMs: number,
): Promise<boolean> {
  const set = (body: object) =>
    fetch(`${sandboxUrl}/__sandbox/fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: fault.target, ...body }),
    });
  await set(fault);
  await pause(forMs);
  await set({ mode: 'ok' });
  return true;
}
