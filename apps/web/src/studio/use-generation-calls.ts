import { useState, useSyncExternalStore } from 'react';
import { refusalOf, refusalText, refusedFor } from '../api/refusal.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { showTask } from '../live/apply-event.ts';
import { usePage } from '../page/page.ts';
import type { Generation } from './generation.ts';
import { createGenerationCalls, type GenerationCallsState } from './generation-calls.ts';
import { useStudioText } from './use-studio-text.ts';

/** The calls behind a card's buttons, connected. */
export function useGenerationCalls(generation: Generation) {
  const t = useStudioText();
  const locale = useLocale();
  const { queries, queryClient, trpcClient, knownViews } = usePage();
  const [calls] = useState(() =>
    createGenerationCalls({
      async cancel({ id }) {
        showTask(queryClient, knownViews, await trpcClient.tasks.cancel.mutate({ taskId: id }));
      },
      async link({ documentId }) {
        if (documentId === null) throw new Error('a video without a document');
        return (await queries.documents.download.fetch({ documentId }, { staleTime: 0 })).url;
      },
      // The answer's headers make the browser save it, so the page stays.
      save: (url) => window.location.assign(url),
      readAgain: () => void queries.generations.list.invalidate(),
    }),
  );
  const { openCall, failed, video, unplayable } = useSyncExternalStore(calls.subscribe, calls.state);

  function inWords({ call, error }: NonNullable<GenerationCallsState['failed']>): string {
    if (call !== 'cancel') return t('card.linkFailed', { reason: refusalText(error, locale) });
    if (refusedFor(error, 'ALREADY_RESOLVED')) return t('card.alreadySettled');
    return refusalOf(error) ? refusalText(error, locale) : t('card.cancelUnsure');
  }

  return {
    openCall,
    // A refusal is about the video as it was; once it has moved on it would only confuse.
    refusal: failed !== null && failed.version === generation.version ? inWords(failed) : null,
    video,
    unplayable,
    onCancel: () => calls.cancel(generation),
    onPlay: () => calls.play(generation),
    onBroken: (atSeconds: number) => calls.broken(generation, atSeconds),
    onDownload: () => calls.download(generation),
  };
}
