import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  lead?: string | undefined;
  action?: ReactNode;
  role?: 'alert';
  /** Its title is the page's: nothing else stands there. */
  isPage?: boolean;
}

/** Fills the place of a list or page that has nothing to show, and says what to do next. */
export function EmptyState({ icon, title, lead, action, role, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div
      role={role}
      className="grid justify-items-center gap-3 rounded-card bg-surface px-6 py-16 text-center shadow-card"
    >
      <div className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">{icon}</div>
      <Title className="mt-2 text-xl font-bold">{title}</Title>
      {lead && <p className="max-w-sm text-ink-soft">{lead}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
