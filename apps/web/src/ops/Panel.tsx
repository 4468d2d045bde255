import { type ReactNode, useId } from 'react';
import { Notice } from '../ui/Notice.tsx';

interface PanelProps {
  title: string;
  lead?: string;
  /** Beside the title. */
  action?: ReactNode;
  /** Why its content could not be read; what was read before stays below. */
  problem?: { title: string; text: string } | null;
  children: ReactNode;
}

/** One part of the operators' page, named for those who jump between regions. */
export function Panel({ title, lead, action, problem, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 id={id} className="text-lg font-bold">
            {title}
          </h2>
          {lead && <p className="text-[0.9375rem] text-ink-soft">{lead}</p>}
        </div>
        {action}
      </div>
      {problem && (
        <Notice tone="danger" role="alert" title={problem.title}>
          {problem.text}
        </Notice>
      )}
      {children}
    </section>
  );
}

/** Says that a list is empty, in the place of the list. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="rounded-2xl bg-sunken p-4 text-[0.9375rem] text-ink-soft">{children}</p>
);

/** A table that scrolls by itself where it is wider than a phone; reachable by keyboard. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-label={label} tabIndex={0} className="-mx-2 overflow-x-auto rounded-lg px-2">
      {children}
    </div>
  );
}

export const headClass =
  'px-2 pb-2 text-left text-[0.8125rem] font-semibold text-ink-soft first:pl-0 last:pr-0';
export const cellClass = 'border-t border-line px-2 py-2.5 align-top text-sm first:pl-0 last:pr-0';
export const numberClass = 'text-right tabular-nums';

/** A column of a table that a phone has no room for; what stands there is said in words in another one. */
export const wideClass = 'hidden md:table-cell';
export const narrowClass = 'block md:hidden';
