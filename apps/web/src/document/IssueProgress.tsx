import { type ActiveTask, type DocState, stepsOf, TASK_ERRORS } from '@dungji/contracts';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDuration, secondsUntil } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { documentPhase, lateness } from './document-phase.ts';
import { ProgressSteps } from './ProgressSteps.tsx';

interface IssueProgressProps {
  task: ActiveTask;
  state: DocState;
  serverNowMs: number;
  onCheckNow: () => void;
}

/** A wait with an end in sight: what happens now, how long it has been, when it ends at the latest. */
export function IssueProgress({ task, state, serverNowMs, onCheckNow }: IssueProgressProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const phase = documentPhase(state);
  const late = lateness(state, serverNowMs);
  const workingLead = task.docType === 'LEDGER' ? 'document.workingLeadLedger' : 'document.workingLead';
  const deadline = formatClock(task.timeoutAt, locale);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div
          role="timer"
          aria-label={t('document.elapsedLabel')}
          className="text-2xl font-bold tracking-tight tabular-nums"
        >
          {formatDuration(serverNowMs - Date.parse(task.pendingSince), locale)}
        </div>
        {late !== 'overdue' && (
          <p className="text-sm text-ink-soft">{t('document.deadline', { time: deadline })}</p>
        )}
      </div>

      {phase === 'retrying' ? (
        <RetryPause task={task} serverNowMs={serverNowMs} />
      ) : (
        <p className="text-ink-soft">
          {t(phase === 'waiting' ? 'document.waitingLead' : workingLead)}
          {task.attempt > 1 && (
            <span className="ml-2 font-semibold text-caution">
              {t('document.attempt', { attempt: task.attempt })}
            </span>
          )}
        </p>
      )}

      {phase !== 'waiting' && (
        <ProgressSteps
          names={stepsOf(task.docType ?? 'REGISTRY')}
          progress={task.progress}
          paused={phase === 'retrying'}
        />
      )}

      {late === 'late' && (
        <Notice tone="caution" role="status" title={t('document.lateTitle')}>
          <p>{t('document.lateWait', { time: deadline })}</p>
          <p>{t('document.lateActions')}</p>
        </Notice>
      )}
      {late === 'overdue' && (
        <Notice
          tone="caution"
          role="status"
          title={t('document.overdueTitle')}
          actions={
            <Button look="secondary" size="small" onClick={onCheckNow}>
              {t('document.checkNow')}
            </Button>
          }
        >
          <p>{t('document.overdueLead')}</p>
        </Notice>
      )}
    </div>
  );
}

function RetryPause({ task, serverNowMs }: { task: ActiveTask; serverNowMs: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const seconds = task.nextRetryAt === null ? 0 : secondsUntil(task.nextRetryAt, serverNowMs);
  const attempt = task.attempt + 1;
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold text-caution tabular-nums">
        {seconds > 0
          ? t('document.retryIn', { attempt, time: formatDuration(seconds * 1000, locale) })
          : t('document.retrySoon', { attempt })}
      </p>
      {task.lastErrorCode && (
        <p className="text-sm text-ink-soft">
          {t('document.retryBecause', { reason: TASK_ERRORS[task.lastErrorCode].cause[locale] })}
        </p>
      )}
    </div>
  );
}
