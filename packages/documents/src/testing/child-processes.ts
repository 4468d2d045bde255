import { readdirSync, readFileSync } from 'node:fs';

/** Pids of the living children of a process, from /proc. */
export function childrenOf(parentPid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parentPid);
}

export const isAlive = (pid: number): boolean => parentOf(pid) !== null;

function parentOf(pid: number): number | null {
  try {
    // The command in parentheses may hold anything; state and parent follow its last one. Z: dead, not yet collected.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}
