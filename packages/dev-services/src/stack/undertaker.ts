import { fileURLToPath } from 'node:url';
import type { Settings } from '../env.ts';
import { isAlive } from '../process/processes.ts';
import { spawnDetached } from '../process/spawn-detached.ts';
import type { Home } from '../state/home.ts';
import { waitUntil } from '../wait-until.ts';

const INFRA_DOWN = fileURLToPath(new URL('../bin/infra-down.ts', import.meta.url));
const TSX = fileURLToPath(import.meta.resolve('tsx'));
const LONGEST_MS = 60_000;

/** Takes the stack down from a process of its own, so that it is done even when whoever waits for it is killed meanwhile. */
export async function startUndertaker(
  settings: Settings,
  home: Home,
): Promise<{ pid: number; ended: Promise<unknown> }> {
  const undertaker = await spawnDetached(process.execPath, ['--import', TSX, INFRA_DOWN], {
    logFile: home.logFile('infra-down'),
    env: { ...settings.env, DUNGJI_HOME: home.path },
  });
  const gone = () => undertaker.hasEnded() || !isAlive(undertaker.pid);
  return {
    pid: undertaker.pid,
    ended: waitUntil(gone, { timeoutMs: LONGEST_MS, what: 'the services to stop' }),
  };
}
