import { type Locale, TASK_ERRORS, TaskErrorCode } from '@dungji/contracts';

interface RunError {
  readonly code: string;
  readonly message: string;
}

const textsOf = ({ code }: RunError) => {
  const known = TaskErrorCode.safeParse(code);
  return TASK_ERRORS[known.success ? known.data : 'UNKNOWN'].message;
};

/** An error of a run in plain words. */
export const errorText = (error: RunError, locale: Locale): string => textsOf(error)[locale];

/** What else is known about it, as the other side said it; empty when that is only the plain words again. */
export const errorDetail = (error: RunError): string =>
  Object.values(textsOf(error)).includes(error.message) ? '' : error.message;
