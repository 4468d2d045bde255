import { type ActiveTask, TASK_ERRORS } from '@dungji/contracts';
import { formatClock, formatDuration, formatMoment, secondsUntil } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { GenerationSteps } from './GenerationSteps.tsx';
import { generationLateness, generationPhase } from './generation-phase.ts';
import { useStudioText } from './use-studio-text.ts';

interface GenerationProgressProps {
  task: ActiveTask;
  credits: number;
  serverNowMs: number;
  onCheckNow: () => void;
}

/** Limits further away than this are said with their day. */
const SAME_DAY_MS = 6 * 3_600_000;

const LEAD = {
  queued: 'card.queuedLead',
  submitting: 'card.submittingLead',
  rendering: 'card.renderingLead',
  copying: 'card.copyingLead',
} as const;

/** A wait with an end in sight: what happens now, how long it has been, when it ends at the latest. */
export function GenerationProgress({ task, credits, serverNowMs, onCheckNow }: GenerationProgressProps) {
  const t = useStudioText();
  const locale = useLocale();
  const phase = generationPhase(task);
  const late = generationLateness(task, serverNowMs);
  const isFar = Date.parse(task.timeoutAt) - serverNowMs > SAME_DAY_MS;
  const deadline = (isFar ? formatMoment : formatClock)(task.timeoutAt, locale);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div
          role="timer"
          aria-label={t('card.elapsed')}
          className="text-xl font-bold tracking-tight tabular-nums"
        >
          {formatDuration(serverNowMs - Date.parse(task.pendingSince), locale)}
        </div>
        {late !== 'overdue' && (
          <p className="text-sm text-ink-soft">{t('card.deadline', { time: deadline })}</p>
        )}
      </div>
      {phase === 'retrying' ? (
        <RetryPause task={task} serverNowMs={serverNowMs} />
      ) : (
        <p className="text-[0.9375rem] text-ink-soft">
          {t(LEAD[phase as keyof typeof LEAD])}
          {task.attempt > 1 && phase === 'submitting' && (
            <span className="ml-2 font-semibold text-caution">
              {t('card.attempt', { attempt: task.attempt })}
            </span>
          )}
        </p>
      )}
      <GenerationSteps phase={phase} />
      {late === 'late' && (
        <Notice tone="caution" role="status" title={t('card.lateTitle')}>
          {t('card.lateLead', { credits })}
        </Notice>
      )}
      {late === 'overdue' && (
        <Notice
          tone="caution"
          role="status"
          title={t('card.overdueTitle')}
          actions={
            <Button look="secondary" size="small" onClick={onCheckNow}>
              {t('card.checkNow')}
            </Button>
          }
        >
          {t('card.overdueLead', { credits })}
        </Notice>
      )}
    </div>
  );
}

function RetryPause({ task, serverNowMs }: { task: ActiveTask; serverNowMs: number }) {
  const t = useStudioText();
  const locale = useLocale();
  const seconds = task.nextRetryAt === null ? 0 : secondsUntil(task.nextRetryAt, serverNowMs);
  const attempt = task.attempt + 1;
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold text-caution tabular-nums">
        {seconds > 0
          ? t('card.retryIn', { attempt, time: formatDuration(seconds * 1000, locale) })
          : t('card.retrySoon', { attempt })}
      </p>
      {task.lastErrorCode && (
        <p className="text-sm text-ink-soft">
          {t('card.retryBecause', { reason: TASK_ERRORS[task.lastErrorCode].cause[locale] })}
        </p>
      )}
    </div>
  );
}
