import { Link } from '@tanstack/react-router';
import { ChevronRight, ListChecks } from 'lucide-react';
import { useDeskText } from './use-desk-text.ts';

/** From a nest to what its documents mean. */
export function ChecklistLink({ nestId }: { nestId: string }) {
  const t = useDeskText();
  return (
    <Link
      to="/nests/$nestId/checklist"
      params={{ nestId }}
      className="flex min-h-16 items-center gap-3 rounded-card bg-accent-soft px-5 py-3 font-semibold text-accent hover:ring-1 hover:ring-accent"
    >
      <ListChecks aria-hidden className="size-6 shrink-0" />
      <span className="grid flex-1">
        {t('checklist.open')}
        <span className="text-sm font-normal text-ink">{t('checklist.openLead')}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  );
}
