import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  /** Dead, and not yet collected by its parent. */
  readonly isZombie: boolean;
}

/** All processes below this one. */
export function descendantsOf(pid: number | undefined): number[] {
  const rows = listProcesses().filter((row) => !row.isZombie);
  const below = (parentPid: number): number[] =>
    rows.filter((row) => row.parentPid === parentPid).flatMap((row) => [row.pid, ...below(row.pid)]);
  return pid === undefined ? [] : below(pid);
}

/** Signals those that still exist: one that ends takes others with it. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids.filter(isProcessAlive)) process.kill(pid, signal);
}

export const isProcessAlive = (pid: number): boolean =>
  listProcesses().some((row) => row.pid === pid && !row.isZombie);

/** From /proc where there is one: `ps` is not on every machine. */
function listProcesses(): ProcessRow[] {
  if (!existsSync('/proc/self/stat')) return listByPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in parentheses may hold anything; state and parent follow its end.
        const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
        return [{ pid: Number(name), parentPid: Number(fields[1]), isZombie: fields[0] === 'Z' }];
      } catch {
        return [];
      }
    });
}

function listByPs(): ProcessRow[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parentPid, state]) => ({
      pid: Number(pid),
      parentPid: Number(parentPid),
      isZombie: state?.startsWith('Z') ?? false,
    }));
}
