import type { SettledTask, StreamEvent, TaskView } from '@dungji/contracts';
import { DungjiError, TaskWaitTimeoutError } from './dungji-error.ts';
import type { OpenStream, OpenStreamOptions, StreamEnvironment } from './stream-types.ts';

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
      else void look(wait).catch(() => {});
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
        for (const wait of [...waits]) await look(wait);
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
        signal?.removeEventListener('abort', onAbort);
        wait.ended.abort();
        openWhileNeeded();
        outcome();
      };
      const wait: Wait = {
        taskId,
        ended: new AbortController(),
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
      // Registered before it is asked for, so a change that an open stream brings meanwhile is not missed; and a task
      // that is settled already costs no stream.
      void look(wait)
        .catch(() => {})
        .then(openWhileNeeded);
    });
  }

  return { waitFor };
}
