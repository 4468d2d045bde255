import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
}

/** Processes that carry this text in their environment, from /proc; none where there is no /proc. */
export function processesMarked(mark: string): ProcessRow[] {
  return listPids().flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) return [];
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').join(' ').trim();
      return [{ pid, parentPid: Number(parentPid), command }];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

/** The processes it has started itself. */
export function childrenOf(pid: number | undefined): number[] {
  if (!pid) return [];
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    // It has ended, or there is no /proc.
    return [];
  }
}

/** Sends a signal; false when there is nobody to hear it. */
export function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Chromium itself: not the processes it starts, one of which leaves its parent on purpose. */
export const isBrowser = (row: ProcessRow): boolean =>
  /^\S*chrom(e|ium)\S* /.test(row.command) && !/ --type=|crashpad/.test(row.command);

/** Whether one of these processes started it, however indirectly. */
export function hasAncestor(
  row: ProcessRow,
  ancestors: ReadonlySet<number>,
  rows: readonly ProcessRow[],
): boolean {
  for (let at: ProcessRow | undefined = row; at; at = rows.find((one) => one.pid === at?.parentPid)) {
    if (ancestors.has(at.pid)) return true;
  }
  return false;
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
