import { toast } from 'sonner';
import { refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { RunningList } from './RunningList.tsx';
import { useCards } from './use-cards.ts';

export function RunningPanel() {
  const locale = useLocale();
  const nowMs = useServerNow(true);
  const { readApproval } = usePage();
  const { onRetry: _, retrying: __, cards, ...list } = useCards('ACCEPTED');
  const cancel = trpc.tasks.cancel.useMutation({
    onSettled: (task) => {
      if (task?.approvalId) void readApproval(task.approvalId).catch(() => {});
    },
    onError: (error) => {
      // It has just ended by itself, and the list says how.
      if (!refusedFor(error, 'ALREADY_RESOLVED')) toast.error(refusalText(error, locale));
    },
  });
  return (
    <RunningList
      {...list}
      cards={cards?.toSorted((a, b) => (a.decidedAt ?? '').localeCompare(b.decidedAt ?? '')) ?? null}
      nowMs={nowMs}
      stopping={
        cancel.isPending ? (cards?.find((card) => card.taskId === cancel.variables.taskId)?.id ?? null) : null
      }
      onStop={({ taskId }) => taskId && cancel.mutate({ taskId })}
    />
  );
}
