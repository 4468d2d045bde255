import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { sendSignal, stopProcess } from '../process/processes.ts';
import { seconds } from '../progress.ts';

export interface ChildOptions {
  name: string;
  /** Arguments of node. */
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: Writable;
  /** Called when it has a new pid, when it says it is ready, and when it has ended. */
  onChange(): void;
  /** It ended before it was ready for the first time: trying again would fail in the same way. */
  onNeverReady(reason: string): void;
}

export interface Child {
  /** The working process; null between two. */
  current(): { pid: number; ready: boolean } | null;
  /** Ends the process, gracefully, and starts a new one at once. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The first restart is nearly at once; a process that keeps failing is tried every five seconds, so within ten it is back. */
const FIRST_BACKOFF_MS = 300;
const LONGEST_BACKOFF_MS = 5000;
/** A process that lived so long is well: its next crash starts counting anew. */
const HEALTHY_AFTER_MS = 10_000;
/** An app hands its work back within 10 s. */
const STOP_GRACE_MS = 11_000;

/** Runs one process of a part for as long as the part lives: after a crash, and at a wish, with a new one. */
export function runChild(o: ChildOptions): Child {
  let child: ChildProcess | null = null;
  let ready = false;
  let mayGiveUp = true;
  let startedAt = 0;
  let backoffMs = FIRST_BACKOFF_MS;
  let restartTimer: NodeJS.Timeout | undefined;
  let wanted = true;
  let reason = '';

  function start(): void {
    if (!wanted || child) return;
    startedAt = performance.now();
    ready = false;
    reason = '';
    // A group of its own: a signal to the whole stack reaches the supervisor alone, which then ends its processes in order.
    const next = spawn(process.execPath, o.args, {
      cwd: o.cwd,
      env: o.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = next;
    next.stdout?.pipe(o.log, { end: false });
    next.stderr?.pipe(o.log, { end: false });
    if (next.stderr) {
      createInterface({ input: next.stderr }).on('line', (line) => {
        reason = tellingLine(reason, line.trim());
      });
    }
    next.on('message', (message) => {
      if (next !== child || !isReadyMessage(message)) return;
      ready = true;
      mayGiveUp = false;
      o.log.write(`${o.name} is ready after ${seconds(performance.now() - startedAt)}\n`);
      o.onChange();
    });
    next.once('error', (error) => o.log.write(`${o.name} could not be started: ${error.message}\n`));
    next.once('close', (code, signal) => onEnd(next, code, signal));
    o.onChange();
  }

  function onEnd(ended: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (ended !== child) return;
    child = null;
    ready = false;
    // What it may have left in its group.
    if (ended.pid) sendSignal(-ended.pid, 'SIGKILL');
    if (!wanted) return;
    if (mayGiveUp) {
      o.onNeverReady(reason || `ended with ${signal ?? `code ${code}`}`);
      return;
    }
    if (performance.now() - startedAt > HEALTHY_AFTER_MS) backoffMs = FIRST_BACKOFF_MS;
    o.log.write(
      `${o.name} ended with ${signal ?? `code ${code}`}; a new one starts in ${seconds(backoffMs)}\n`,
    );
    restartTimer = setTimeout(start, backoffMs);
    backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
    o.onChange();
  }

  /** Stops and restarts take their turn, so that there is never a second process beside one that is still ending. */
  let turn = Promise.resolve();
  function end(andThen: () => void): Promise<void> {
    turn = turn.then(async () => {
      clearTimeout(restartTimer);
      const ending = child;
      child = null;
      if (ending?.pid) await stopProcess(ending.pid, { graceMs: STOP_GRACE_MS, group: true });
      andThen();
    });
    return turn;
  }

  start();
  return {
    current: () => (child?.pid ? { pid: child.pid, ready } : null),
    restart() {
      // Whoever edits before the first start succeeded is at it: what fails now may work with the next edit.
      mayGiveUp = false;
      backoffMs = FIRST_BACKOFF_MS;
      return end(start);
    },
    stop() {
      wanted = false;
      return end(() => undefined);
    },
  };
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}

/** The line of its error output that says most: an app's own one line, or the first of a stack. */
function tellingLine(known: string, line: string): string {
  if (line === '' || /^(at |node:|Node\.js v)/.test(line)) return known;
  return /Error\b/.test(known) ? known : line;
}
