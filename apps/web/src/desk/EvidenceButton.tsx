import { FileSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../ui/class-names.ts';

interface EvidenceButtonProps {
  /** What a press shows, for those who hear the page. */
  label: string;
  onOpen: () => void;
  children: ReactNode;
  className?: string;
}

/** A number or a name that leads to where it was read. */
export function EvidenceButton({ label, onOpen, children, className }: EvidenceButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx(
        'inline-flex items-center gap-1.5 rounded-lg text-left font-semibold tabular-nums underline decoration-line-strong underline-offset-4 hover:decoration-accent print:no-underline',
        className,
      )}
    >
      {children}
      <FileSearch aria-hidden className="size-4 shrink-0 text-accent print:hidden" />
      <span className="sr-only">, {label}</span>
    </button>
  );
}
