import { type ApprovalView, TASK_ERRORS } from '@dungji/contracts';
import { useId, useState } from 'react';
import { formatClock, formatDuration, secondsUntil } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { cx } from '../ui/class-names.ts';
import { type RunProgress, runProgress } from './run-progress.ts';
import { StepList } from './StepList.tsx';
import { useApprovalText } from './use-approval-text.ts';

interface RunningCardProps {
  card: ApprovalView;
  nowMs: number;
  stopping: boolean;
  onStop: () => void;
}

/** A run: how far it is, how long it has been, when its step ends at the latest. */
export function RunningCard({ card, nowMs, stopping, onStop }: RunningCardProps) {
  const t = useApprovalText();
  const locale = useLocale();
  const titleId = useId();
  const [isAsking, setAsking] = useState(false);
  const run = runProgress(card, nowMs);
  return (
    <article aria-labelledby={titleId} className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 id={titleId} className="font-bold">
          {card.title}
        </h3>
        <p className="flex flex-wrap gap-x-2 text-[0.8125rem] text-ink-soft">
          {card.decidedByName && <span>{t('running.approvedBy', { name: card.decidedByName })}</span>}
          {run.since && (
            <span role="timer" aria-label={t('running.elapsed')} className="tabular-nums">
              {formatDuration(nowMs - Date.parse(run.since), locale)}
            </span>
          )}
        </p>
      </div>
      <Bar run={run} />
      <Limit run={run} nowMs={nowMs} />
      <details className="group" open={card.steps.length <= 6}>
        <summary className="cursor-pointer rounded text-sm font-semibold text-ink-soft hover:text-ink">
          {t('running.steps')}
        </summary>
        <div className="pt-3">
          <StepList
            steps={card.steps}
            nowMs={nowMs}
            limitAt={run.limitAt}
            paused={run.phase === 'retrying'}
          />
        </div>
      </details>
      <Button
        look="secondary"
        size="small"
        className="justify-self-start"
        busy={stopping}
        onClick={() => setAsking(true)}
      >
        {t(stopping ? 'running.stopping' : 'running.stop')}
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('running.stopTitle')}
        lead={t('running.stopLead')}
        confirmLabel={t('running.stop')}
        keepLabel={t('running.stopKeep')}
        danger
        onConfirm={() => {
          setAsking(false);
          onStop();
        }}
      />
    </article>
  );
}

function Bar({ run }: { run: RunProgress }) {
  const t = useApprovalText();
  const { phase, done, total, current } = run;
  const label = phase === 'finishing' || current === null ? t('running.finishing') : current.name;
  const inWords = phase === 'waiting' ? t('running.waiting') : t('running.progress', { done, total, label });
  return (
    <div className="grid gap-1.5">
      <p
        className={cx('text-[0.9375rem] font-semibold tabular-nums', phase === 'waiting' && 'text-ink-soft')}
      >
        {inWords}
      </p>
      <div
        role="progressbar"
        aria-label={t('running.progressLabel')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={inWords}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx(
            'h-full rounded-full transition-[width] duration-500',
            phase === 'retrying' ? 'bg-caution' : 'bg-accent',
          )}
          style={{ width: `${(done / total) * 100}%` }}
        />
      </div>
    </div>
  );
}

/** What the wait or the step is bounded by, and what has gone wrong so far. */
function Limit({ run, nowMs }: { run: RunProgress; nowMs: number }) {
  const t = useApprovalText();
  const locale = useLocale();
  const { phase, interruptedBy, nextRetryAt, limitAt, isOverdue } = run;
  const seconds = nextRetryAt === null ? 0 : secondsUntil(nextRetryAt, nowMs);
  return (
    <div className="grid gap-1 text-[0.8125rem] text-ink-soft empty:hidden">
      {phase === 'retrying' && (
        <p className="font-semibold text-caution tabular-nums">
          {seconds > 0
            ? t('running.retryIn', { time: formatDuration(seconds * 1_000, locale) })
            : t('running.retrySoon')}
        </p>
      )}
      {interruptedBy && (
        <p>
          {phase !== 'retrying' && (
            <span className="font-semibold text-caution">{t('running.interrupted')}</span>
          )}{' '}
          {TASK_ERRORS[interruptedBy].cause[locale]}
        </p>
      )}
      {limitAt !== null &&
        (isOverdue ? (
          <p>
            <span className="font-semibold text-caution">{t('running.overdue')}</span>{' '}
            {t('running.overdueLead')}
          </p>
        ) : (
          <p className="tabular-nums">
            {t(phase === 'waiting' ? 'running.waitLimit' : 'running.stepLimit', {
              time: formatClock(limitAt, locale),
            })}
          </p>
        ))}
    </div>
  );
}
