import { type ApprovalStepView, type Locale, TASK_ERRORS, TaskErrorCode } from '@dungji/contracts';

type RunError = NonNullable<ApprovalStepView['error']>;

const textsOf = ({ code }: RunError) => {
  const known = TaskErrorCode.safeParse(code);
  return TASK_ERRORS[known.success ? known.data : 'UNKNOWN'];
};

/** An error of a run in plain words; what can be done about it, the card itself says. */
export const errorText = (error: RunError, locale: Locale): string => textsOf(error).cause[locale];

/** What else is known about it, as the other side said it; empty when that is only the plain words again. */
export function errorDetail(error: RunError, locale: Locale): string {
  const detail = locale === 'ko' ? (error.messageKo ?? error.message) : error.message;
  return Object.values(textsOf(error).message).includes(detail) ? '' : detail;
}
