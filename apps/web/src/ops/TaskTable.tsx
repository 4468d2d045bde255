import { isActiveTask, type OperatorTask } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatInstant, shortId } from './ops-format.ts';
import { cellClass, headClass, Nothing, wideClass } from './Panel.tsx';
import { NextAttempt, TaskState } from './TaskState.tsx';
import { useOpsText } from './use-ops-text.ts';

export interface TaskTableProps {
  /** `null`: not read yet. */
  tasks: readonly OperatorTask[] | null;
  nowMs: number;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** Everybody's tasks. On a phone each row is its first cell; what else there is to know stands in the task's record. */
export function TaskTable({ tasks, nowMs, hasMore, loadingMore, onMore }: TaskTableProps) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  if (tasks === null) return <Skeleton className="h-72 w-full rounded-2xl" />;
  if (tasks.length === 0) return <Nothing>{t('tasks.none')}</Nothing>;
  return (
    <div className="grid gap-4">
      <table className="w-full border-collapse">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr>
            <th scope="col" className={headClass}>
              {t('tasks.task')}
            </th>
            <th scope="col" className={cx(headClass, wideClass)}>
              {t('tasks.code')}
            </th>
            <th scope="col" className={cx(headClass, wideClass)}>
              {t('tasks.attempt')}
            </th>
            <th scope="col" className={cx(headClass, wideClass)}>
              {t('tasks.worker')}
            </th>
            <th scope="col" className={cx(headClass, wideClass)}>
              {t('tasks.user')}
            </th>
            <th scope="col" className={cx(headClass, 'text-right')}>
              {t('tasks.updated')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <Row key={task.id} task={task} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Button look="secondary" className="justify-self-center" busy={loadingMore} onClick={onMore}>
          {common('action.more')}
        </Button>
      )}
    </div>
  );
}

function Row({ task, nowMs }: { task: OperatorTask; nowMs: number }) {
  const t = useOpsText();
  const locale = useLocale();
  // Of one that went well in the end, earlier troubles stand in its record.
  const code = task.errorCode ?? (isActiveTask(task) ? task.lastErrorCode : null);
  const since = task.settledAt ?? task.startedAt ?? task.pendingSince ?? task.createdAt;
  const what = [t(`kind.${task.kind}`), ...(task.docType ? [t(`docType.${task.docType}`)] : [])].join(' · ');
  return (
    <tr className="relative hover:bg-sunken">
      <td className={cx(cellClass, 'pl-1')}>
        <div className="grid justify-items-start gap-1.5">
          <Link
            to="/ops"
            search={(shown) => ({ ...shown, task: task.id })}
            resetScroll={false}
            data-task-link={task.id}
            className="font-semibold after:absolute after:inset-0"
          >
            {what} <span className="font-normal text-ink-soft tabular-nums">{shortId(task.id)}</span>
          </Link>
          <span className="flex flex-wrap gap-1.5">
            <TaskState status={task.status} errorCode={task.errorCode} />
            {task.nextRetryAt !== null && (
              <span className="rounded-full bg-caution-soft px-2.5 py-1 text-[0.8125rem] font-semibold text-caution">
                <NextAttempt attempt={task.attempt} nextRetryAt={task.nextRetryAt} nowMs={nowMs} />
              </span>
            )}
            {task.onceInDoubt && task.errorCode !== 'OUTCOME_UNKNOWN' && task.settledAt !== null && (
              <span className="rounded-full bg-caution-soft px-2.5 py-1 text-[0.8125rem] font-semibold text-caution">
                {t('tasks.onceInDoubt')}
              </span>
            )}
          </span>
          {code && <code className="text-[0.8125rem] text-ink-soft md:hidden">{code}</code>}
        </div>
      </td>
      <td className={cx(cellClass, wideClass)}>
        {code && <code className={cx('text-[0.8125rem]', !task.errorCode && 'text-ink-soft')}>{code}</code>}
      </td>
      <td className={cx(cellClass, wideClass, 'whitespace-nowrap')}>
        {task.attempt > 0 && t('tasks.attempts', { count: task.attempt })}
      </td>
      <td className={cx(cellClass, wideClass)}>{task.workerId}</td>
      <td className={cx(cellClass, wideClass, 'text-ink-soft tabular-nums')}>{shortId(task.userId)}</td>
      <td className={cx(cellClass, 'pr-1 text-right whitespace-nowrap')}>
        {t('numbers.ago', { time: formatDuration(nowMs - Date.parse(since), locale) })}
        <span className="block text-[0.8125rem] text-ink-soft tabular-nums">
          {formatInstant(since, locale)}
        </span>
      </td>
    </tr>
  );
}
