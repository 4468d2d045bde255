import { type ApprovalStepView, type StepStatus, TaskId } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { Check, Circle, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatClock, formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { errorDetail, errorText } from './error-text.ts';
import { useApprovalText } from './use-approval-text.ts';

interface StepListProps {
  steps: readonly ApprovalStepView[];
  nowMs: number;
  /** When the server ends the step that runs now. */
  limitAt?: string | null;
  /** Between two attempts nothing turns. */
  paused?: boolean;
  /** Below the name of a step. */
  children?: ((step: ApprovalStepView) => ReactNode) | undefined;
}

const MARK = {
  PENDING: { Icon: Circle, color: 'text-line-strong', name: '' },
  STARTED: { Icon: LoaderCircle, color: 'text-accent', name: 'font-semibold' },
  DONE: { Icon: Check, color: 'text-accent', name: 'text-ink-soft' },
  FAILED: { Icon: X, color: 'text-danger', name: 'font-semibold' },
} as const satisfies Record<StepStatus, unknown>;

/** What a card does, in order, and how far it is. */
export function StepList({ steps, nowMs, limitAt = null, paused = false, children }: StepListProps) {
  const t = useApprovalText();
  return (
    <ol aria-label={t('card.steps')} className="grid gap-2.5">
      {steps.map((step) => {
        const { Icon, color, name } = MARK[step.status];
        const isTurning = step.status === 'STARTED' && !paused;
        return (
          <li key={step.position} className="flex items-start gap-2.5 text-sm">
            <Icon
              aria-hidden
              strokeWidth={2.6}
              className={cx('mt-0.75 size-4 shrink-0', color, isTurning && 'animate-spin')}
            />
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className={name}>
                  {step.position}. {step.name}
                </span>
                <span className="text-[0.8125rem] text-ink-soft">{t(`action.${step.action}`)}</span>
                <span className="sr-only">{t(`step.status.${step.status}`)}</span>
              </p>
              <StepTime step={step} nowMs={nowMs} limitAt={limitAt} />
              <StepError step={step} />
              <ChildTask step={step} />
              {children?.(step)}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function StepTime({
  step,
  nowMs,
  limitAt,
}: {
  step: ApprovalStepView;
  nowMs: number;
  limitAt: string | null;
}) {
  const t = useApprovalText();
  const locale = useLocale();
  const { status, startedAt, finishedAt, attempt } = step;
  if (startedAt === null || status === 'PENDING') return null;
  const parts = [
    status === 'STARTED'
      ? t('step.since', { time: formatDuration(nowMs - Date.parse(startedAt), locale) })
      : finishedAt !== null && tookText(Date.parse(finishedAt) - Date.parse(startedAt)),
    status === 'STARTED' && limitAt !== null && t('step.limit', { time: formatClock(limitAt, locale) }),
    attempt > 1 && t('step.attempt', { count: attempt }),
  ].filter((part) => part !== false);
  return <p className="text-[0.8125rem] text-ink-soft tabular-nums">{parts.join(' · ')}</p>;

  function tookText(tookMs: number): string {
    return tookMs < 1_000 ? t('step.tookMoment') : t('step.took', { time: formatDuration(tookMs, locale) });
  }
}

function StepError({ step }: { step: ApprovalStepView }) {
  const locale = useLocale();
  if (step.error === null || step.status === 'DONE') return null;
  return (
    <p className="text-[0.8125rem]">
      <span className="font-medium text-danger">{errorText(step.error, locale)}</span>{' '}
      <span className="text-ink-soft">{errorDetail(step.error, locale)}</span>
    </p>
  );
}

/** A step that has a document issued leads to that issuance: the one it waits for, or whose document it got. */
function ChildTask({ step }: { step: ApprovalStepView }) {
  const t = useApprovalText();
  if (step.action !== 'documents.issue' || step.output === null) return null;
  const { taskId, issuances } = step.output;
  const latest = taskId ?? (Array.isArray(issuances) ? issuances.at(-1) : undefined);
  const child = TaskId.safeParse(latest);
  if (!child.success) return null;
  return (
    <Link
      to="/ops"
      search={{ tab: 'tasks', task: child.data }}
      className="justify-self-start text-[0.8125rem] font-semibold text-accent hover:underline"
    >
      {t('step.child')}
    </Link>
  );
}
