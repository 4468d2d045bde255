import { Check, CircleDashed, LoaderCircle, Pause } from 'lucide-react';
import { cx } from '../ui/class-names.ts';
import { type GenerationPhase, WORKING_PHASES } from './generation-phase.ts';
import { useStudioText } from './use-studio-text.ts';

const MARK = {
  DONE: { Icon: Check, color: 'text-accent', text: 'text-ink' },
  STARTED: { Icon: LoaderCircle, color: 'animate-spin text-accent', text: 'font-semibold text-ink' },
  FAILED: { Icon: Pause, color: 'text-caution', text: 'font-semibold text-ink' },
  PENDING: { Icon: CircleDashed, color: 'text-ink-faint', text: 'text-ink-soft' },
} as const;

/** The whole way of a video and how far it has come. Between two attempts it stands at the sending. */
export function GenerationSteps({ phase }: { phase: GenerationPhase }) {
  const t = useStudioText();
  const paused = phase === 'retrying';
  const phases: readonly GenerationPhase[] = WORKING_PHASES;
  const at = phases.indexOf(paused ? 'submitting' : phase);
  const total = WORKING_PHASES.length;
  return (
    <div className="grid gap-4">
      <div
        role="progressbar"
        aria-label={t('progressLabel')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={at}
        aria-valuetext={t('progressText', { done: at, total })}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500"
          style={{ width: `${((at + 0.5) / total) * 100}%` }}
        />
      </div>
      <ol aria-label={t('stepsLabel')} className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {WORKING_PHASES.map((step, index) => {
          const status = index < at ? 'DONE' : index > at ? 'PENDING' : paused ? 'FAILED' : 'STARTED';
          const { Icon, color, text } = MARK[status];
          return (
            <li key={step} className="flex items-center gap-2.5 text-sm">
              <Icon aria-hidden strokeWidth={2.6} className={cx('size-4 shrink-0', color)} />
              <span className={text}>{t(`step.${step}`)}</span>
              <span className="sr-only">{t(`stepState.${status}`)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
