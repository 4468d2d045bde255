import type { DocType } from '@dungji/contracts';
import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  FileWarning,
  LoaderCircle,
  RotateCw,
} from 'lucide-react';
import { cx } from '../ui/class-names.ts';
import type { DocReading } from './doc-reading.ts';
import { useDeskText } from './use-desk-text.ts';

const LOOK = {
  missing: { Icon: CircleDashed, color: 'text-ink-soft' },
  issuing: { Icon: LoaderCircle, color: 'text-accent' },
  unread: { Icon: CircleDashed, color: 'text-caution' },
  reading: { Icon: LoaderCircle, color: 'text-accent' },
  unreadable: { Icon: CircleAlert, color: 'text-danger' },
  outdated: { Icon: RotateCw, color: 'text-caution' },
  partial: { Icon: FileWarning, color: 'text-caution' },
  read: { Icon: CircleCheck, color: 'text-accent' },
} as const satisfies Record<DocReading, unknown>;

/** States that ask for something to be done. */
const ACT = { missing: 1, unread: 1, unreadable: 1, outdated: 1, partial: 1 } as const;

interface DocumentRowProps {
  docType: DocType;
  reading: DocReading;
  /** When it was issued, viewed or uploaded, in words. */
  when: string | null;
  /** How many things it says otherwise than the document before it. */
  changes: number;
  onOpen: () => void;
}

/** One of the two documents on the checklist; the whole row opens it. */
export function DocumentRow({ docType, reading, when, changes, onOpen }: DocumentRowProps) {
  const t = useDeskText();
  const { Icon, color } = LOOK[reading];
  const turning = reading === 'issuing' || reading === 'reading';
  const name = t(`document.${docType}`);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-19 w-full items-center gap-3 rounded-2xl bg-surface px-5 py-3 text-left shadow-card ring-1 ring-line hover:bg-sunken"
    >
      <Icon aria-hidden className={cx('size-6 shrink-0', color, turning && 'animate-spin')} />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-ink-soft">
          {t(`document.state.${reading}`)}
          {when && ` · ${when}`}
          {changes > 0 && (
            <>
              {' · '}
              <strong className="font-semibold whitespace-nowrap text-ink">
                {t('change.outcome.CHANGED', { count: changes })}
              </strong>
            </>
          )}
        </span>
      </span>
      {reading in ACT ? (
        <span className="shrink-0 text-sm font-semibold text-accent print:hidden">
          {t(`document.act.${reading as keyof typeof ACT}`)}
        </span>
      ) : (
        <span className="sr-only">{t('document.openAnalysis')}</span>
      )}
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-faint print:hidden" />
    </button>
  );
}
