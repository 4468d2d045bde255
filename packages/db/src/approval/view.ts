import { type ApprovalView, TASK_ERROR_CODES, TASK_ERRORS, type TaskErrorCode } from '@dungji/contracts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';

/** What the SQL function `approval_snapshot` returns. */
export interface ApprovalSnapshot extends Omit<ApprovalView, 'task' | 'lastError'> {
  readonly task: TaskSnapshot | null;
  readonly lastErrorCode: TaskErrorCode | null;
  readonly lastErrorMessage: string | null;
}

/** The one mapping from a stored snapshot to what a screen gets. */
export function toApprovalView(snapshot: ApprovalSnapshot): ApprovalView {
  const { lastErrorCode, lastErrorMessage, task, steps, ...card } = snapshot;
  const lastError = lastErrorCode && {
    code: lastErrorCode,
    message: lastErrorMessage ?? TASK_ERRORS[lastErrorCode].message.en,
  };
  const isRunning = card.status === 'ACCEPTED';
  return {
    ...card,
    task: task && toTaskView(task),
    lastError,
    // A run that was ended from outside leaves its step STARTED in the ledger. Nobody works on it, and no screen says so.
    steps: steps.map((step) =>
      step.status === 'STARTED' && !isRunning
        ? { ...step, status: 'FAILED', finishedAt: task?.settledAt ?? null, error: lastError }
        : step,
    ),
  };
}

const comesBack = (code: TaskErrorCode): boolean => TASK_ERRORS[code].retryable;

/** Error codes after which a card may be approved again, as a list of SQL literals. */
export const RESTORABLE_SQL = TASK_ERROR_CODES.filter(comesBack)
  .map((code) => `'${code}'`)
  .join(', ');
