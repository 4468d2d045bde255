import type { SettledTask, TaskId } from '@dungji/contracts';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../page/page.ts';
import { laterToast } from '../ui/later-toast.ts';

interface SettledAnnouncerProps {
  onOpenNest: (nestId: string) => void;
  onOpenVideo: (taskId: TaskId) => void;
}

/**
 * Says once that something ended. Where its dialog is open, only to screen readers: eyes see it already.
 * Elsewhere by a toast, whose region is read out as well.
 */
export function SettledAnnouncer({ onOpenNest, onOpenVideo }: SettledAnnouncerProps) {
  const { t } = useTranslation();
  const { live, knownViews } = usePage();
  const openNestId = useParams({ strict: false, select: ({ nestId }) => nestId });
  const isStudioOpen = useLocation({ select: ({ pathname }) => pathname === '/studio' });
  const [spoken, setSpoken] = useState('');

  function say(isGood: boolean, text: string, task: SettledTask, onOpen: () => void): void {
    const show = isGood ? laterToast.success : laterToast.error;
    show(text, { id: task.id, action: { label: t('action.open'), onClick: onOpen } });
  }

  const announce = useEffectEvent((task: SettledTask) => {
    const { nestId } = task;
    // One's own cancel needs no news.
    if (task.status === 'FAILED' && task.errorCode === 'CANCELLED') return;
    if (task.kind === 'generation') {
      const isReady = task.status === 'SUCCESS';
      const text = t(isReady ? 'announce.videoReady' : 'announce.videoFailed');
      if (isStudioOpen) setSpoken(text);
      else say(isReady, text, task, () => onOpenVideo(task.id));
      return;
    }
    // Nothing can be opened without a nest.
    if (nestId === null) return;
    const nest = knownViews.nestNamed(nestId) ?? '';
    const inSight = nestId === openNestId;
    if (task.kind === 'ocr') {
      if (inSight && task.status === 'SUCCESS') setSpoken(t('announce.read', { nest }));
      return;
    }
    if (task.kind !== 'issuance') return;
    const docType = task.docType ?? 'REGISTRY';
    const text = t(
      task.status === 'SUCCESS' ? `announce.issued.${docType}` : `announce.issueFailed.${docType}`,
      { nest },
    );
    if (inSight) {
      setSpoken(text);
      return;
    }
    say(task.status === 'SUCCESS', text, task, () => onOpenNest(nestId));
  });

  useEffect(() => live.onSettled((task) => announce(task)), [live]);

  return (
    <div aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}
