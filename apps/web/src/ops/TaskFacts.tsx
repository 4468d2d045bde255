import { isActiveTask, type OperatorTask, TASK_ERRORS } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import { formatInstant } from './ops-format.ts';
import { ErrorCode, NextAttempt } from './TaskState.tsx';
import { useOpsText } from './use-ops-text.ts';

/** What is known of a task now. */
export function TaskFacts({ task, nowMs }: { task: OperatorTask; nowMs: number }) {
  const t = useOpsText();
  const locale = useLocale();
  const at = (iso: string) => <span className="tabular-nums">{formatInstant(iso, locale)}</span>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5 rounded-2xl bg-surface p-4 text-sm ring-1 ring-line sm:p-5">
      <Fact label={t('tasks.task')}>
        <code className="select-all">{task.id}</code>
      </Fact>
      {task.errorCode && (
        <Fact label={t('tasks.code')}>
          <ErrorCode code={task.errorCode} />
        </Fact>
      )}
      {task.lastErrorCode && isActiveTask(task) && (
        <Fact label={t('drawer.lastError')}>
          <ErrorCode code={task.lastErrorCode} text={TASK_ERRORS[task.lastErrorCode].cause[locale]} />
        </Fact>
      )}
      <Fact label={t('drawer.user')}>
        <Link
          to="/ops"
          search={{ tab: 'tasks', userId: task.userId }}
          title={t('drawer.ofUser')}
          className="rounded-md text-accent underline"
        >
          <code>{task.userId}</code>
        </Link>
      </Fact>
      {task.nestId && (
        <Fact label={t('drawer.nest')}>
          <Link
            to="/ops"
            search={{ tab: 'tasks', nestId: task.nestId }}
            className="rounded-md text-accent underline"
          >
            <code>{task.nestId}</code>
          </Link>
        </Fact>
      )}
      {task.workerId && <Fact label={t('drawer.worker')}>{task.workerId}</Fact>}
      {task.attempt > 0 && (
        <Fact label={t('drawer.attempt')}>{t('tasks.attempts', { count: task.attempt })}</Fact>
      )}
      {task.nextRetryAt !== null && (
        <Fact label={t('drawer.next')}>
          <NextAttempt attempt={task.attempt} nextRetryAt={task.nextRetryAt} nowMs={nowMs} />
        </Fact>
      )}
      <Fact label={t('drawer.created')}>{at(task.createdAt)}</Fact>
      {task.timeoutAt && <Fact label={t('drawer.deadline')}>{at(task.timeoutAt)}</Fact>}
      {task.settledAt && <Fact label={t('drawer.settled')}>{at(task.settledAt)}</Fact>}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
