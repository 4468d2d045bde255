import { basename } from 'node:path';
import { commandLine, isAlive, parentOf } from '../process/processes.ts';

/** A second is soon enough: nobody waits for this but the next start. */
const LOOK_EVERY_MS = 1000;
/** Between a part and whoever started the stack lie turbo, pnpm and a shell; more means something is wrong. */
const CHAIN_LIMIT = 12;

/**
 * The processes between us and whoever started the stack, nearest first. The last is `startedBy` when that is known, else
 * turbo, else our parent.
 */
export async function starterChain(startedBy: number | undefined): Promise<number[]> {
  const chain: number[] = [];
  let pid: number | null = process.ppid;
  while (pid !== null && pid > 1 && chain.length < CHAIN_LIMIT) {
    chain.push(pid);
    if (pid === startedBy) return chain;
    const program = basename((await commandLine(pid)).split(' ')[0] ?? '');
    if (startedBy === undefined && program === 'turbo') return chain;
    pid = await parentOf(pid);
  }
  return [process.ppid];
}

/**
 * Calls `onGone` once when one of these processes has ended: one that is killed outright tells nobody, and what it started would
 * run on, holding the ports.
 */
export function watchProcesses(pids: number[], onGone: () => void): { close(): void } {
  const timer = setInterval(() => {
    if (pids.every(isAlive)) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
