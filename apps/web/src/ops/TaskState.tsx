import { TASK_ERRORS, type TaskErrorCode, type TaskStatus } from '@dungji/contracts';
import { Check, CircleAlert, CircleHelp, Clock, LoaderCircle } from 'lucide-react';
import { formatDuration, secondsUntil } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { useOpsText } from './use-ops-text.ts';

const LOOK = {
  PENDING: { Icon: Clock, color: 'bg-sunken text-ink' },
  PROCESSING: { Icon: LoaderCircle, color: 'bg-accent-soft text-accent' },
  SUCCESS: { Icon: Check, color: 'bg-accent-soft text-accent' },
  FAILED: { Icon: CircleAlert, color: 'bg-danger-soft text-danger' },
} as const satisfies Record<TaskStatus, unknown>;

/** A task's state in a word; never by colour alone. One in doubt looks different from one that simply failed. */
export function TaskState({ status, errorCode }: { status: TaskStatus; errorCode: TaskErrorCode | null }) {
  const t = useOpsText();
  const inDoubt = errorCode === 'OUTCOME_UNKNOWN';
  const { Icon, color } = inDoubt
    ? { Icon: CircleHelp, color: 'bg-caution-soft text-caution' }
    : LOOK[status];
  return (
    <span
      className={cx(
        'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-[0.8125rem] font-semibold whitespace-nowrap',
        color,
      )}
    >
      <Icon
        aria-hidden
        className={cx('size-3.5', status === 'PROCESSING' && 'animate-spin')}
        strokeWidth={2.4}
      />
      {inDoubt ? t('numbers.inDoubt') : t(`status.${status}`)}
    </span>
  );
}

/** Which attempt comes next, and when. */
export function NextAttempt(props: { attempt: number; nextRetryAt: string; nowMs: number }) {
  const t = useOpsText();
  const locale = useLocale();
  const attempt = props.attempt + 1;
  const seconds = secondsUntil(props.nextRetryAt, props.nowMs);
  return (
    <span className="tabular-nums">
      {seconds > 0
        ? t('tasks.retryIn', { attempt, time: formatDuration(seconds * 1_000, locale) })
        : t('tasks.retrySoon', { attempt })}
    </span>
  );
}

/** A code as operators write it to each other, and the sentence that the person sees or, as `text`, saw. */
export function ErrorCode({ code, text }: { code: TaskErrorCode; text?: string }) {
  const locale = useLocale();
  return (
    <span>
      <code className="font-semibold">{code}</code>
      <span className="block text-ink-soft">{text ?? TASK_ERRORS[code].message[locale]}</span>
    </span>
  );
}
