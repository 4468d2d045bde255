import { type ReactNode, useId } from 'react';

interface PartProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A small part beside the inbox, named for those who jump between regions. */
export function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="font-bold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
