import { type Db, settleTask } from '@dungji/db';
import type { Logger } from 'pino';
import type { RunningTasks } from './running-tasks.ts';

/** Long enough for a few updates; a process in an unknown state must not linger. */
const LAST_WRITES_MS = 3_000;

/**
 * The end of a process that crashed outside every attempt: an error nobody caught says nothing about what still works,
 * so its tasks are settled UNKNOWN as far as that goes, and the process exits. A task with a payment in doubt is left to
 * the sweep, whose next attempt asks the portal; so is an approval, which goes on elsewhere from its ledger.
 */
export async function settleAfterCrash(db: Db, running: RunningTasks, log: Logger): Promise<void> {
  const writes = running
    .all()
    .filter((task) => task.kind !== 'approval' && !task.isInDoubt())
    .map(({ fence }) =>
      settleTask(db, fence, { status: 'FAILED', code: 'UNKNOWN' }).catch((err: unknown) =>
        log.error({ err, taskId: fence.taskId }, 'left to the sweep'),
      ),
    );
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_WRITES_MS);
  });
  await Promise.race([Promise.all(writes), limit]);
  clearTimeout(timer);
}
