import type { DocState } from './doc-state.ts';
import type { DocumentView } from './document.ts';
import { isActiveTask } from './task-life.ts';
import type { TaskView } from './task-view.ts';

/**
 * After this long a waiting issuance may be cancelled and asked for anew, and the screen says that it takes longer.
 * Three minutes: the slowest ordinary issuance takes about two.
 */
export const REISSUE_AFTER_MS = 180_000;

/**
 * What a screen shows and offers for one document of a nest. The server and the web use this one rule, so an event that
 * carries only the task leads to the same answer as a fresh read.
 *
 * @param nowMs the server's clock, epoch milliseconds
 */
export function docState(task: TaskView | null, document: DocumentView | null, nowMs: number): DocState {
  if (task && isActiveTask(task)) {
    const waitedMs = nowMs - Date.parse(task.pendingSince);
    return {
      task,
      document,
      pendingSince: task.pendingSince,
      timeoutAt: task.timeoutAt,
      canIssue: false,
      canReissue: waitedMs > REISSUE_AFTER_MS,
    };
  }
  const failed = task?.status === 'FAILED';
  return {
    task,
    document,
    pendingSince: null,
    timeoutAt: null,
    canIssue: document === null,
    canReissue: document !== null || failed,
  };
}
