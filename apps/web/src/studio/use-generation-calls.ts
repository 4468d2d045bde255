import { useRef, useState } from 'react';
import { refusalOf, refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { showTask } from '../live/apply-event.ts';
import { usePage } from '../page/page.ts';
import type { GenerationCall } from './GenerationCard.tsx';
import type { ShownVideo } from './GenerationMedia.tsx';
import type { Generation } from './generation.ts';
import { useStudioText } from './use-studio-text.ts';

/** Breaking again so soon after a new link was had, the video itself is broken. */
const SAME_PLACE_SECONDS = 0.25;

/** The calls behind a card's buttons. One at a time: a click while another call is open does nothing. */
export function useGenerationCalls(generation: Generation) {
  const t = useStudioText();
  const locale = useLocale();
  const { queries, queryClient, knownViews } = usePage();
  const [openCall, setOpenCall] = useState<GenerationCall>(null);
  const [refused, setRefused] = useState<{ text: string; seen: number } | null>(null);
  const [video, setVideo] = useState<ShownVideo | null>(null);
  const [unplayable, setUnplayable] = useState(false);
  const brokenAtSeconds = useRef<number | null>(null);
  const busy = useRef(false);
  const cancelTask = trpc.tasks.cancel.useMutation();
  const { id, version, documentId } = generation;

  const refuse = (text: string) => setRefused({ text, seen: version });

  function perform(call: Exclude<GenerationCall, null>, work: () => Promise<void>): void {
    if (busy.current) return;
    busy.current = true;
    setOpenCall(call);
    setRefused(null);
    work()
      .catch((error: unknown) => {
        if (call !== 'cancel') refuse(t('card.linkFailed', { reason: refusalText(error, locale) }));
        else if (refusedFor(error, 'ALREADY_RESOLVED')) refuse(t('card.alreadySettled'));
        else refuse(refusalOf(error) ? refusalText(error, locale) : t('card.cancelUnsure'));
        if (call === 'cancel') void queries.generations.list.invalidate();
      })
      .finally(() => {
        busy.current = false;
        setOpenCall(null);
      });
  }

  /** A fresh one each time: a stored link would be dead by the time it is needed. */
  async function link(): Promise<string> {
    if (documentId === null) throw new Error('a video without a document');
    return (await queries.documents.download.fetch({ documentId }, { staleTime: 0 })).url;
  }

  const show = (fromSeconds: number) =>
    perform('play', async () => {
      const url = await link();
      setUnplayable(false);
      setVideo({ url, fromSeconds });
    });

  return {
    openCall,
    // A refusal is about the video as it was; once it has moved on it would only confuse.
    refusal: refused !== null && refused.seen === version ? refused.text : null,
    video,
    unplayable,
    onCancel: () =>
      perform('cancel', async () => {
        showTask(queryClient, knownViews, await cancelTask.mutateAsync({ taskId: id }));
      }),
    onPlay() {
      brokenAtSeconds.current = null;
      show(0);
    },
    /** The first time, its link has run out; in the same place again, the video cannot be played. */
    onBroken(atSeconds: number) {
      const before = brokenAtSeconds.current;
      brokenAtSeconds.current = atSeconds;
      if (before === null || atSeconds > before + SAME_PLACE_SECONDS) {
        show(atSeconds);
      } else {
        setVideo(null);
        setUnplayable(true);
      }
    },
    onDownload: () =>
      perform('download', async () => {
        // The answer's headers make the browser save it, so the page stays.
        window.location.assign(await link());
      }),
  };
}
