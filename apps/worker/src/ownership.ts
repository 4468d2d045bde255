import { type Db, ownedTasks } from '@dungji/db';
import type { Logger } from 'pino';
import type { RunningTasks } from './running-tasks.ts';
import { TaskLost } from './task-failure.ts';

/** A cancelled or taken task stops within about this long; one small query per process. */
export const OWNERSHIP_CHECK_MS = 3_000;

/**
 * Asks Postgres which of the running attempts still own their task, and aborts the others. It needs no Redis, so cancel
 * and loss are noticed whatever else is down.
 */
export async function checkOwnership(db: Db, running: RunningTasks): Promise<void> {
  const tasks = running.all();
  const owned = await ownedTasks(
    db,
    tasks.map((task) => task.fence),
  );
  const keys = new Set(owned.map(keyOf));
  for (const task of tasks) {
    if (!keys.has(keyOf(task.fence))) task.abort.abort(new TaskLost());
  }
}

const keyOf = (fence: { readonly taskId: string; readonly attempt: number }): string =>
  `${fence.taskId}/${fence.attempt}`;

/** Checks every `intervalMs`, one check at a time; what Postgres cannot answer now is asked again. */
export function watchOwnership(
  db: Db,
  running: RunningTasks,
  log: Logger,
  intervalMs = OWNERSHIP_CHECK_MS,
): { stop(): void } {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    checkOwnership(db, running)
      .catch((err: unknown) => log.warn({ err }, 'ownership could not be checked'))
      .finally(() => {
        isChecking = false;
      });
  }, intervalMs);
  return { stop: () => clearInterval(timer) };
}
