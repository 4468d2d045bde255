import type { ReactNode } from 'react';

export function NestFormFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-2xl gap-7">
      <div className="grid gap-1">
        <h1 className="text-[1.75rem] leading-tight font-bold">{title}</h1>
        <p className="text-ink-soft">{lead}</p>
      </div>
      {children}
    </div>
  );
}
