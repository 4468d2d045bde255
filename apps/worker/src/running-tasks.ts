import type { TaskKind } from '@dungji/contracts';
import type { Fence } from '@dungji/db';

/** One attempt in this process. */
export interface RunningTask {
  readonly kind: TaskKind;
  readonly fence: Fence;
  readonly abort: AbortController;
  /** Whether a step began whose effect outside is not known. */
  isInDoubt(): boolean;
}

/** What this process is working on: read by heartbeats, the ownership check, the stop and the safety net. */
export interface RunningTasks {
  add(task: RunningTask): void;
  remove(task: RunningTask): void;
  all(): readonly RunningTask[];
  /** Resolves when nothing runs any more. */
  whenIdle(): Promise<void>;
}

export function trackRunningTasks(): RunningTasks {
  const running = new Set<RunningTask>();
  let idleWaiters: (() => void)[] = [];
  return {
    add: (task) => void running.add(task),
    remove(task) {
      running.delete(task);
      if (running.size > 0) return;
      for (const wake of idleWaiters) wake();
      idleWaiters = [];
    },
    all: () => [...running],
    whenIdle: () =>
      running.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idleWaiters.push(resolve);
          }),
  };
}
