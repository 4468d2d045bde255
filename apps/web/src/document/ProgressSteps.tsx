import type { Progress, StepView } from '@dungji/contracts';
import { Check, Circle, LoaderCircle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../ui/class-names.ts';
import { stepName } from './step-name.ts';

interface ProgressStepsProps {
  progress: Progress | null;
  steps: readonly StepView[];
}

const MARK = {
  PENDING: { Icon: Circle, color: 'text-ink-faint' },
  STARTED: { Icon: LoaderCircle, color: 'text-accent' },
  DONE: { Icon: Check, color: 'text-accent' },
  FAILED: { Icon: X, color: 'text-danger' },
} as const;

/** How far an issue has come: a bar from the task itself, and the steps of its ledger as soon as they are read. */
export function ProgressSteps({ progress, steps }: ProgressStepsProps) {
  const { t } = useTranslation();
  const current = progress ? stepName(t, progress.label) : null;
  return (
    <div className="grid gap-4">
      {progress && (
        <div className="grid gap-2">
          <div className="flex items-baseline justify-between gap-3 text-sm">
            <span className="font-semibold">{current}</span>
            <span className="text-ink-soft tabular-nums">
              {t('document.progress', { done: progress.done, total: progress.total })}
            </span>
          </div>
          <div
            role="progressbar"
            aria-label={t('document.stepsLabel')}
            aria-valuemin={0}
            aria-valuemax={progress.total}
            aria-valuenow={Math.min(progress.done, progress.total)}
            aria-valuetext={t('document.progress', { done: progress.done, total: progress.total })}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div
              className="h-full rounded-full bg-accent transition-[width] duration-500"
              style={{ width: `${Math.min(100, (progress.done / progress.total) * 100)}%` }}
            />
          </div>
        </div>
      )}
      {steps.length > 0 && (
        <ol aria-label={t('document.stepsLabel')} className="grid gap-2">
          {steps.map((step) => {
            const { Icon, color } = MARK[step.status];
            return (
              <li key={step.position} className="flex items-center gap-2.5 text-sm">
                <Icon
                  aria-hidden
                  strokeWidth={2.6}
                  className={cx('size-4 shrink-0', color, step.status === 'STARTED' && 'animate-spin')}
                />
                <span className={step.status === 'STARTED' ? 'font-semibold' : 'text-ink-soft'}>
                  {stepName(t, step.name)}
                </span>
                <span className="sr-only">{t(`document.stepState.${step.status}`)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
