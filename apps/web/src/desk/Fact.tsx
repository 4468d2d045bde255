import type { ReactNode } from 'react';

interface FactProps {
  name: ReactNode;
  /** Takes a whole line. */
  wide?: boolean;
  children: ReactNode;
}

/** One line of a document: what it is called, and what stands there. */
export const Fact = ({ name, wide = false, children }: FactProps) => (
  <div className={wide ? 'col-span-2 grid gap-0.5 sm:col-span-3' : 'grid gap-0.5'}>
    <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
);
