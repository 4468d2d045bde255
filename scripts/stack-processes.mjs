import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The mark every process of a stack carries in its environment: children inherit it, also those that left our process group,
 * as browsers and databases do.
 */
export const STACK_MARK = 'DUNGJI_STACK';

/** The living processes of the stack with this home, ourselves excepted. */
export function stackProcesses(home) {
  const mark = `${STACK_MARK}=${home}`;
  const pids = process.platform === 'linux' ? marked(mark) : markedByPs(mark);
  return pids.filter((pid) => pid !== process.pid);
}

function marked(mark) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark) && !isZombie(pid);
      } catch {
        // It ended while we looked, or is somebody else's.
        return false;
      }
    })
    .map(Number);
}

function isZombie(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

function markedByPs(mark) {
  try {
    const lines = execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' }).split(
      '\n',
    );
    return lines.filter((line) => ` ${line} `.includes(` ${mark} `)).map((line) => Number.parseInt(line, 10));
  } catch {
    return [];
  }
}

/** Kills what is left. Returns what it killed. */
export function killStack(home) {
  const pids = stackProcesses(home);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone meanwhile.
    }
  }
  return pids;
}
