import { setTimeout as pause } from 'node:timers/promises';
import type { ServicesFile } from '@dungji/dev-services';
import { Redis } from 'ioredis';
import type { PlannedFault } from './plan.ts';
import { isBrowser, processesMarked, signal } from './processes.ts';

/** Does it, waits until it is over where it ends by itself, and says whether there was anything to do it to. */
export async function inflict(
  { name, target, forMs }: PlannedFault,
  stack: { readonly services: ServicesFile; readonly mark: string },
): Promise<boolean> {
  const { pids } = stack.services;
  const worker = pids.workers[target % Math.max(1, pids.workers.length)];
  switch (name) {
    case 'kill worker':
      return signal(worker, 'SIGKILL');
    case 'freeze worker':
      return freeze(worker, forMs);
    case 'kill all workers':
      return pids.workers.map((pid) => signal(pid, 'SIGKILL')).some(Boolean);
    case 'stop worker':
      return signal(worker, 'SIGTERM');
    case 'kill browser':
      return processesMarked(stack.mark)
        .filter((row) => isBrowser(row) && row.parentPid === worker)
        .map((row) => signal(row.pid, 'SIGKILL'))
        .some(Boolean);
    case 'kill api':
      return signal(pids.api, 'SIGKILL');
    case 'freeze api':
      return freeze(pids.api, forMs);
    case 'flush redis':
      return flush(stack.services.redisUrl);
    case 'kill redis':
      return signal(pids.redis, 'SIGKILL');
    case 'freeze redis':
      return freeze(pids.redis, forMs);
    case 'crash postgres':
      // Immediate shutdown: no checkpoint, the next start recovers from the log.
      return signal(pids.postgres, 'SIGQUIT');
    case 'restart postgres':
      return signal(pids.postgres, 'SIGINT');
    case 'kill storage':
      return signal(pids.s3, 'SIGKILL');
    case 'freeze storage':
      return freeze(pids.s3, forMs);
    case 'portal down':
      return breakPortal(stack.services, 'down', forMs);
    case 'portal slow':
      return breakPortal(stack.services, 'slow', forMs);
  }
}

async function freeze(pid: number | undefined, forMs: number): Promise<boolean> {
  if (!signal(pid, 'SIGSTOP')) return false;
  await pause(forMs);
  signal(pid, 'SIGCONT');
  return true;
}

async function flush(url: string): Promise<boolean> {
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

async function breakPortal(
  { sandboxUrl }: ServicesFile,
  mode: 'down' | 'slow',
  forMs: number,
): Promise<boolean> {
  const set = (fault: object) =>
    fetch(`${sandboxUrl}/__sandbox/fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'portal', ...fault }),
    });
  await set(mode === 'slow' ? { mode, ms: 1_500 } : { mode });
  await pause(forMs);
  await set({ mode: 'ok' });
  return true;
}
