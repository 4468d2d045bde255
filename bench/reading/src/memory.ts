import { readdirSync, readFileSync } from 'node:fs';

/** How often the children of this process are looked at. A page takes longer. */
const LOOK_EVERY_MS = 20;
/** Of the clock in /proc; the same on every Linux that matters. */
const TICKS_A_SECOND = 100;

export interface Cost {
  /** The most that one process held. */
  readonly megabytes: number;
  /** Processor time of all of them, which a busy machine does not stretch. */
  readonly seconds: number;
}

/** Watches the processes that this one starts; null where the system does not tell of them. */
export function watchChildren(): { stop(): Cost | null } {
  let mostKb = 0;
  const ticks = new Map<number, number>();
  const look = () => {
    for (const pid of descendants(process.pid)) {
      mostKb = Math.max(mostKb, peakKb(pid));
      ticks.set(pid, Math.max(ticks.get(pid) ?? 0, ticksOf(pid)));
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      if (mostKb === 0) return null;
      const all = [...ticks.values()].reduce((sum, count) => sum + count, 0);
      return { megabytes: mostKb / 1024, seconds: all / TICKS_A_SECOND };
    },
  };
}

/** Reads a file that may vanish while a process ends. */
function told(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function descendants(pid: number): number[] {
  let tasks: string[] = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  const children = tasks.flatMap((task) =>
    told(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [...children, ...children.flatMap(descendants)];
}

const peakKb = (pid: number) => Number(/VmHWM:\s+(\d+)/u.exec(told(`/proc/${pid}/status`))?.[1] ?? 0);

/** User and system time. The name of the process, in brackets before them, may hold anything. */
function ticksOf(pid: number): number {
  const fields = told(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
