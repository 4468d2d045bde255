import {
  type DocumentView,
  TASK_ERROR_CODES,
  TASK_ERRORS,
  type TaskErrorCode,
  type TaskView,
} from '@dungji/contracts';

type WithoutRetryable<View> = View extends unknown ? Omit<View, 'retryable'> : never;

/** What the SQL function `task_snapshot` returns. CHECK constraints keep impossible rows out, so it is not parsed again. */
export type TaskSnapshot = WithoutRetryable<TaskView>;

/** The one mapping from a stored snapshot to what a screen gets. */
export function toTaskView(snapshot: TaskSnapshot): TaskView {
  const { errorCode } = snapshot;
  return { ...snapshot, retryable: errorCode !== null && TASK_ERRORS[errorCode].retryable } as TaskView;
}

const needsPerson = (code: TaskErrorCode): boolean => TASK_ERRORS[code].needsPerson === true;

/** Error codes that put a task before the operators, as a list of SQL literals. */
export const NEEDS_PERSON_SQL = TASK_ERROR_CODES.filter(needsPerson)
  .map((code) => `'${code}'`)
  .join(', ');

/** A task's stored document never changes shape on the way out. */
export type DocumentSnapshot = DocumentView;
