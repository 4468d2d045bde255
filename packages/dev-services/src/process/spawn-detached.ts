import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Detached {
  pid: number;
  /** Whether it has ended, as far as this process has seen. */
  hasEnded(): boolean;
  /** The last lines it wrote: the reason, when it did not start. */
  lastLines(): string;
}

interface DetachedOptions {
  logFile: string;
  env: NodeJS.ProcessEnv;
  cwd?: string;
  account?: { uid: number; gid: number } | undefined;
}

/** Starts a process that lives on when we end, in a session of its own, its output going to `logFile`. */
export async function spawnDetached(command: string, args: string[], o: DetachedOptions): Promise<Detached> {
  mkdirSync(dirname(o.logFile), { recursive: true });
  const log = openSync(o.logFile, 'a');
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: o.env,
    cwd: o.cwd ?? '/',
    ...o.account,
  });
  closeSync(log);
  await started(child);
  child.unref();
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    lastLines: () => readFileSync(o.logFile, 'utf8').trim().split('\n').slice(-3).join(' | '),
  };
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}
