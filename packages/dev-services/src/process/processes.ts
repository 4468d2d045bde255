import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { waitUntil } from '../wait-until.ts';

const run = promisify(execFile);

/** Whether the process runs. A zombie has ended: only its parent has not looked yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/**
 * Whether the process runs and is the one that was meant when its number was written down: numbers come back, after a
 * restart of the machine soonest of all, and a stranger is neither waited for nor killed.
 *
 * @param notedAtMs when the number was written down, by the wall clock
 */
export function isStill(pid: number, notedAtMs: number): boolean {
  if (!isAlive(pid)) return false;
  const startedAtMs = startOf(pid);
  return startedAtMs === null || startedAtMs <= notedAtMs + CLOCK_SLACK_MS;
}

/** The kernel counts a process' start in hundredths of a second from a boot time in whole ones; clocks are corrected by a little. */
const CLOCK_SLACK_MS = 2_000;
/** Clock ticks per second as Linux shows them, whatever it uses inside. */
const TICKS_PER_SECOND = 100;

function startOf(pid: number): number | null {
  try {
    if (process.platform !== 'linux')
      return (
        Date.parse(execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })) || null
      );
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    const bootedAt = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
    return (bootedAt + ticks / TICKS_PER_SECOND) * 1000 || null;
  } catch {
    return null;
  }
}

/** The command line, or an empty string when there is no such process. A pid alone proves nothing: numbers come back. */
export async function commandLine(pid: number): Promise<string> {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    if (process.platform === 'linux') return '';
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)])
    .then(({ stdout }) => stdout.trim())
    .catch(() => '');
}

/** The parent, or null when the process or its parent is gone. */
export async function parentOf(pid: number): Promise<number | null> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || null;
  } catch {
    if (process.platform === 'linux') return null;
  }
  return run('ps', ['-o', 'ppid=', '-p', String(pid)])
    .then(({ stdout }) => Number(stdout) || null)
    .catch(() => null);
}

/** Sends a signal; false when there is nobody to receive it. A negative pid is a process group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Asks a process to end, and kills it when it has not within `graceMs`. Returns when it is gone.
 *
 * @param group also kills what is left of the process group it leads
 */
export async function stopProcess(
  pid: number,
  {
    signal = 'SIGTERM',
    graceMs,
    group = false,
  }: { signal?: NodeJS.Signals; graceMs: number; group?: boolean },
): Promise<void> {
  sendSignal(pid, signal);
  const gone = () => !isAlive(pid);
  await waitUntil(gone, { timeoutMs: graceMs, what: `process ${pid} to end` }).catch(async () => {
    sendSignal(pid, 'SIGKILL');
    await waitUntil(gone, { timeoutMs: 5000, what: `process ${pid} to die` });
  });
  if (group) sendSignal(-pid, 'SIGKILL');
}
