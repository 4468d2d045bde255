import { type DocType, isActiveTask, type NestView, type TaskId } from '@dungji/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCertainRefusal, refusalOf, refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { showTask } from '../live/apply-event.ts';
import { usePage } from '../page/page.ts';
import type { OpenCall } from './DocumentCard.tsx';
import { createRequestKey } from './request-key.ts';

export interface Issue {
  openCall: OpenCall;
  refusal: string | null;
  request: () => void;
  reissue: () => void;
  cancel: () => void;
  download: () => void;
  readAgain: () => void;
}

/**
 * The calls behind the buttons of one document. One at a time: a click while another call is open does nothing.
 * When the server's answer was lost, the truth is read instead of guessed, and the same idempotency key is used again.
 */
export function useIssue(nest: NestView, docType: DocType): Issue {
  const { t } = useTranslation();
  const locale = useLocale();
  const { queries, queryClient, knownViews } = usePage();
  const [openCall, setOpenCall] = useState<OpenCall>(null);
  const [refused, setRefused] = useState<{ text: string; seen: string } | null>(null);
  const busy = useRef(false);
  const [requestKey] = useState(createRequestKey);
  const requestIssuance = trpc.issuance.request.useMutation();
  const cancelTask = trpc.tasks.cancel.useMutation();
  const requestReading = trpc.ocr.request.useMutation();
  const { task, document } = nest.documents[docType];

  const taskInSight = task?.id ?? null;
  useEffect(() => requestKey.saw(taskInSight), [requestKey, taskInSight]);

  // A refusal is about the task as it was; once the task has moved on it would only confuse.
  const seen = `${task?.id ?? ''}/${task?.version ?? 0}`;
  const refuse = (text: string) => setRefused({ text, seen });
  const readAgain = () => queries.nests.get.invalidate({ nestId: nest.id });

  async function ask(): Promise<void> {
    const accepted = await requestIssuance
      .mutateAsync({ nestId: nest.id, docType, idempotencyKey: requestKey.of(taskInSight) })
      .catch((error: unknown) => {
        if (isCertainRefusal(error)) requestKey.answered();
        throw error;
      });
    requestKey.answered();
    await show(accepted.taskId);
  }

  async function show(taskId: TaskId): Promise<void> {
    try {
      const { task: view } = await queries.tasks.get.fetch({ taskId });
      showTask(queryClient, knownViews, view);
    } catch {
      // It is accepted all the same; the stream or the next poll brings it.
      await readAgain().catch(() => {});
    }
  }

  function perform(call: Exclude<OpenCall, null>, work: () => Promise<void>): void {
    if (busy.current) return;
    busy.current = true;
    setOpenCall(call);
    setRefused(null);
    work()
      .catch(async (error: unknown) => {
        if (refusedFor(error, 'ALREADY_RESOLVED')) refuse(t('document.alreadySettled'));
        else if (call === 'download')
          refuse(t('document.downloadFailed', { reason: refusalText(error, locale) }));
        else refuse(refusalOf(error) ? refusalText(error, locale) : t('document.requestUnsure'));
        await readAgain().catch(() => {}); // The badge says that the server is out of reach.
      })
      .finally(() => {
        busy.current = false;
        setOpenCall(null);
      });
  }

  return {
    openCall,
    refusal: refused?.seen === seen ? refused.text : null,
    request: () => perform('issue', ask),
    reissue: () =>
      perform('reissue', async () => {
        if (task && isActiveTask(task)) await cancelTask.mutateAsync({ taskId: task.id });
        await ask();
      }),
    cancel: () =>
      perform('cancel', async () => {
        if (task) showTask(queryClient, knownViews, await cancelTask.mutateAsync({ taskId: task.id }));
      }),
    download: () =>
      perform('download', async () => {
        if (!document) return;
        // A fresh link at every click; the answer's headers make the browser save it, so the page stays.
        const { url } = await queries.documents.download.fetch({ documentId: document.id }, { staleTime: 0 });
        window.location.assign(url);
      }),
    readAgain: () =>
      perform('read', async () => {
        if (!document) return;
        const accepted = await requestReading.mutateAsync({ documentId: document.id });
        await show(accepted.taskId);
        await readAgain();
      }),
  };
}
