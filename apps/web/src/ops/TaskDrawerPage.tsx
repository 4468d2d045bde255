import type { ArtefactView, TaskId } from '@dungji/contracts';
import { useState } from 'react';
import { toast } from 'sonner';
import { refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { LOOK_AGAIN } from './look-again.ts';
import { ResolveDialog } from './ResolveDialog.tsx';
import { TaskDrawer } from './TaskDrawer.tsx';
import { useOpsText } from './use-ops-text.ts';

/** The record of the task that the address names, and what an operator may do about it. */
export function TaskDrawerPage({ taskId, onClose }: { taskId: TaskId; onClose: () => void }) {
  const t = useOpsText();
  const locale = useLocale();
  const { queries } = usePage();
  const [isResolving, setResolving] = useState(false);
  const [picture, setPicture] = useState<{ key: string; url: string } | null>(null);
  const timeline = trpc.ops.timeline.useQuery({ taskId }, LOOK_AGAIN);
  const isNextAttemptAhead = (timeline.data?.task.nextRetryAt ?? null) !== null;
  const nowMs = useServerNow(isNextAttemptAhead);
  const readAgain = () => void queries.ops.invalidate();
  const refuse = (error: unknown) => void toast.error(refusalText(error, locale), { id: `ops-${taskId}` });

  const resolve = trpc.ops.resolveOutcome.useMutation({
    onSuccess: (task) => {
      setResolving(false);
      toast.success(t(task.status === 'PENDING' ? 'resolve.done' : 'resolve.closed'), {
        id: `ops-${taskId}`,
      });
    },
    onSettled: readAgain,
  });
  const cancel = trpc.tasks.cancel.useMutation({
    onSuccess: () => void toast.success(t('drawer.cancelled'), { id: `ops-${taskId}` }),
    onError: refuse,
    onSettled: readAgain,
  });
  const open = trpc.ops.screenshot.useMutation({
    onSuccess: ({ url, purpose }, { key = '' }) => {
      if (purpose === 'screenshot') setPicture({ key, url });
      // The answer's headers make the browser save it, so the page stays.
      else window.location.assign(url);
    },
    onError: refuse,
    onSettled: readAgain,
  });
  const openArtefact = ({ key, purpose }: ArtefactView) => {
    if (picture?.key === key) setPicture(null);
    else open.mutate({ taskId, key, purpose });
  };

  return (
    <TaskDrawer
      timeline={timeline.data ?? null}
      nowMs={nowMs}
      problem={timeline.error && problemOf(timeline.error, refusalText(timeline.error, locale))}
      picture={picture}
      openingKey={open.isPending ? (open.variables.key ?? null) : null}
      cancelling={cancel.isPending}
      resolving={
        isResolving && (
          <ResolveDialog
            steps={timeline.data?.steps ?? []}
            busy={resolve.isPending}
            problem={resolve.error && refusalOfDecision(resolve.error)}
            onDecide={(happened, note) => resolve.mutate({ taskId, happened, note })}
            onClose={() => {
              setResolving(false);
              resolve.reset();
            }}
          />
        )
      }
      onResolve={() => setResolving(true)}
      onOpenArtefact={openArtefact}
      onCancel={() => cancel.mutate({ taskId })}
      onRetry={() => void timeline.refetch()}
      onClose={onClose}
      onCloseFocus={(event) => {
        event.preventDefault();
        const opener = document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(taskId)}"]`);
        // A filtered list may not hold the task any more.
        (opener ?? document.getElementById('content'))?.focus();
      }}
    />
  );

  function refusalOfDecision(error: unknown): string {
    if (refusedFor(error, 'ACTIVE_TASKS')) return t('resolve.slotTaken');
    if (refusedFor(error, 'ALREADY_RESOLVED')) return t('resolve.already');
    return refusalText(error, locale);
  }
}

function problemOf(error: unknown, text: string) {
  const isMissing = refusedFor(error, 'NOT_FOUND') || refusedFor(error, 'INVALID_INPUT');
  return isMissing ? ({ kind: 'missing' } as const) : ({ kind: 'refused', text } as const);
}
