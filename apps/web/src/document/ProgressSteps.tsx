import type { Progress, StepStatus } from '@dungji/contracts';
import { Check, Circle, LoaderCircle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../ui/class-names.ts';
import { stepName } from './step-name.ts';

interface ProgressStepsProps {
  /** The steps of this document in their order. */
  names: readonly string[];
  progress: Progress | null;
  /** Between two attempts: the current step has failed and nothing turns. */
  paused: boolean;
}

const MARK = {
  PENDING: { Icon: Circle, color: 'text-line-strong', text: 'text-ink-soft' },
  STARTED: { Icon: LoaderCircle, color: 'text-accent animate-spin', text: 'font-semibold' },
  DONE: { Icon: Check, color: 'text-accent', text: 'text-ink-soft' },
  FAILED: { Icon: X, color: 'text-caution', text: 'font-semibold' },
} as const satisfies Record<StepStatus, unknown>;

/**
 * How far an issue has come. Built from the task's own progress and the known order of steps, so it moves with the
 * event itself and asks the server nothing.
 */
export function ProgressSteps({ names, progress, paused }: ProgressStepsProps) {
  const { t } = useTranslation();
  const { done, total } = progress ?? { done: 0, total: names.length };
  const inWords = t('document.progress', { done, total });
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <span className="font-semibold">
            {progress?.label ? stepName(t, progress.label) : t('document.stepsLabel')}
          </span>
          <span className="text-ink-soft tabular-nums">{inWords}</span>
        </div>
        <div
          role="progressbar"
          aria-label={t('document.stepsLabel')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={Math.min(done, total)}
          aria-valuetext={inWords}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-500"
            style={{ width: `${Math.min(100, (done / total) * 100)}%` }}
          />
        </div>
      </div>
      {/* A worker that counts other steps than this page knows shows the bar alone. */}
      {total === names.length && (
        <ol aria-label={t('document.stepsLabel')} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {names.map((name, index) => {
            const status = index < done ? 'DONE' : index > done ? 'PENDING' : paused ? 'FAILED' : 'STARTED';
            const { Icon, color, text } = MARK[status];
            return (
              <li key={name} className="flex items-center gap-2.5 text-sm">
                <Icon aria-hidden strokeWidth={2.6} className={cx('size-4 shrink-0', color)} />
                <span className={text}>{stepName(t, name)}</span>
                <span className="sr-only">{t(`document.stepState.${status}`)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
