import { CircleHelp, FilePlus2, LoaderCircle, OctagonAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { cx } from '../ui/class-names.ts';
import type { DeskState } from './doc-reading.ts';
import { useDeskText } from './use-desk-text.ts';

/** A shape of its own for each, so that nothing depends on telling colours apart. Green is for CLEAR alone. */
const LOOK = {
  DANGER: { Icon: OctagonAlert, box: 'bg-danger-soft ring-danger', ink: 'text-danger' },
  CAUTION: { Icon: TriangleAlert, box: 'bg-caution-soft ring-caution', ink: 'text-caution' },
  CANNOT_TELL: { Icon: CircleHelp, box: 'bg-sunken ring-line-strong', ink: 'text-ink' },
  CLEAR: { Icon: ShieldCheck, box: 'bg-accent-soft ring-accent', ink: 'text-accent' },
  EMPTY: { Icon: FilePlus2, box: 'bg-surface ring-line', ink: 'text-ink' },
  WORKING: { Icon: LoaderCircle, box: 'bg-sunken ring-line', ink: 'text-ink' },
} as const satisfies Record<DeskState['verdict'], unknown>;

/** The answer to "may I sign?", in one glance and as far as it is known. */
export function VerdictBanner({ verdict, working }: Pick<DeskState, 'verdict' | 'working'>) {
  const t = useDeskText();
  const { Icon, box, ink } = LOOK[verdict];
  return (
    <section
      aria-live="polite"
      data-verdict={verdict}
      className={cx('flex gap-4 rounded-card p-5 ring-1 ring-inset sm:p-6', box)}
    >
      <Icon
        aria-hidden
        strokeWidth={2.2}
        className={cx('mt-0.5 size-8 shrink-0', ink, verdict === 'WORKING' && 'animate-spin')}
      />
      <div className="grid gap-1">
        <h2 className={cx('text-xl leading-snug font-bold sm:text-[1.375rem]', ink)}>
          {t(`verdict.${verdict}.title`)}
        </h2>
        {/* The height of the longest, so that nothing below moves when one answer follows another. */}
        <p className="min-h-18 text-ink sm:min-h-12 print:min-h-0">
          {t(`verdict.${verdict}.lead`)}
          {working && verdict !== 'WORKING' && (
            <span className="font-semibold text-ink-soft">
              {' '}
              <LoaderCircle aria-hidden className="mb-0.5 inline size-4 animate-spin print:hidden" />{' '}
              {t('verdict.stillWorking')}
            </span>
          )}
        </p>
      </div>
    </section>
  );
}
