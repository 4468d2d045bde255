import type { SettledTask, StreamEvent, TaskView } from '@dungji/contracts';
import { DungjiError, TaskWaitTimeoutError } from './dungji-error.ts';
import { backoffMs, PACE, retryAfterOf, retryAfterWithJitterMs } from './pace.ts';
import type { OpenStream, OpenStreamOptions, StreamEnvironment } from './stream-types.ts';
import { Pause } from './waiting.ts';

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** Without it, as long as it takes: every accepted task is settled by the server within its limits. */
  timeoutMs?: number | undefined;
  /** Each newer version of the task on its way. */
  onChange?(task: TaskView): void;
}

interface Surroundings {
  environment: StreamEnvironment;
  getTask(taskId: string, signal: AbortSignal): Promise<TaskView>;
  openStream(callbacks: Pick<OpenStreamOptions, 'onEvent' | 'onState' | 'poll'>): OpenStream;
}

interface Wait {
  readonly taskId: string;
  /** Ends the requests that were made for this wait. */
  readonly ended: AbortController;
  readonly pause: Pause;
  /** It has to be asked for: what became of it may have been told before the stream began. */
  isLookOwed: boolean;
  isInsisting: boolean;
  lastSeen: TaskView | null;
  see(task: TaskView): void;
  fail(error: unknown): void;
}

/** Waits of one client. They share one stream, which is open exactly while somebody waits. */
export function createTaskWaits({ environment, getTask, openStream }: Surroundings) {
  const waits = new Set<Wait>();
  let stream: OpenStream | null = null;

  /** Rejects only when the server could not be asked; what is wrong with the wait itself ends the wait. */
  async function look(wait: Wait): Promise<void> {
    try {
      wait.see(await getTask(wait.taskId, wait.ended.signal));
    } catch (error) {
      if (wait.ended.signal.aborted) return;
      if (error instanceof DungjiError && error.retryable) throw error;
      wait.fail(error);
    }
  }

  /** Asks until it is answered: a live stream never polls, and says nothing of what was settled before it began. */
  async function insistOnLook(wait: Wait): Promise<void> {
    wait.isLookOwed = true;
    if (wait.isInsisting) return;
    wait.isInsisting = true;
    let failures = 0;
    while (wait.isLookOwed && waits.has(wait)) {
      wait.isLookOwed = false;
      try {
        await look(wait);
      } catch (error) {
        wait.isLookOwed = true;
        openWhileNeeded();
        const { now, random } = environment;
        failures += 1;
        const askedMs = retryAfterWithJitterMs(retryAfterOf(error), random());
        await wait.pause.until(now() + Math.max(askedMs, backoffMs(failures, random())), environment);
      }
    }
    wait.isInsisting = false;
    openWhileNeeded();
  }

  function onEvent(event: StreamEvent): void {
    if (event.type !== 'snapshot') {
      const { task } = event;
      if (task) for (const wait of waits) if (wait.taskId === task.id) wait.see(task);
      return;
    }
    const byId = new Map(event.tasks.map((task) => [String(task.id), task]));
    for (const wait of waits) {
      const task = byId.get(wait.taskId);
      if (task) wait.see(task);
      // Settled long ago, or not ours: a snapshot holds only what is recent.
      else void insistOnLook(wait);
    }
  }

  function openWhileNeeded(): void {
    if (waits.size === 0) {
      void stream?.close();
      stream = null;
      return;
    }
    stream ??= openStream({
      onEvent,
      onState(state) {
        if (state.endedBy !== 'unauthenticated') return;
        stream = null;
        for (const wait of [...waits]) wait.fail(new DungjiError('UNAUTHENTICATED'));
      },
      async poll() {
        for (const wait of [...waits]) {
          await look(wait);
          // Nothing streams meanwhile, so nothing new can have come to be owed.
          wait.isLookOwed = false;
        }
      },
    });
  }

  function waitFor(taskId: string, options: WaitOptions): Promise<SettledTask> {
    const { signal, timeoutMs, onChange } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const end = (outcome: () => void): void => {
        if (!waits.delete(wait)) return;
        cancelTimeout?.();
        cancelOpening();
        signal?.removeEventListener('abort', onAbort);
        wait.ended.abort();
        wait.pause.end();
        openWhileNeeded();
        outcome();
      };
      const wait: Wait = {
        taskId,
        ended: new AbortController(),
        pause: new Pause(),
        isLookOwed: false,
        isInsisting: false,
        lastSeen: null,
        see(task) {
          if (!waits.has(wait) || task.version <= (wait.lastSeen?.version ?? 0)) return;
          wait.lastSeen = task;
          if (task.status === 'SUCCESS' || task.status === 'FAILED') end(() => resolve(task));
          else onChange?.(task);
        },
        fail: (error) => end(() => reject(error)),
      };
      const onAbort = (): void => wait.fail(signal?.reason);
      const cancelTimeout =
        timeoutMs === undefined
          ? null
          : environment.setTimer(
              () => wait.fail(new TaskWaitTimeoutError(taskId, timeoutMs, wait.lastSeen)),
              timeoutMs,
            );
      signal?.addEventListener('abort', onAbort, { once: true });
      waits.add(wait);
      // Registered before it is asked for, so a change that an open stream brings meanwhile is not missed. A task that is
      // settled already costs no stream, unless the answer takes its time.
      const cancelOpening = environment.setTimer(openWhileNeeded, PACE.firstLook);
      void insistOnLook(wait);
    });
  }

  return { waitFor };
}
