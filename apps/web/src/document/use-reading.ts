import {
  type DocumentView,
  IssuanceResult,
  isActiveTask,
  type NestView,
  type TaskView,
} from '@dungji/contracts';
import { trpc } from '../api/trpc.ts';

/** Of a nest's readings, those of one document are among the newest. */
const LOOKED_THROUGH = 20;

/**
 * The task that reads a document; asked for only while its end is not known, or to say why it failed. An issue names its
 * reading; an upload, or a reading asked for by hand, is found among the nest's.
 */
export function useReading(
  nest: NestView,
  issue: TaskView | null,
  document: DocumentView | null,
): TaskView | null {
  const matters = document !== null && (document.analysis === 'PENDING' || document.analysis === 'FAILED');
  const readings = trpc.tasks.list.useQuery(
    { nestId: nest.id, kind: 'ocr', limit: LOOKED_THROUGH },
    { enabled: matters && document.analysis === 'FAILED' },
  );
  const result = IssuanceResult.safeParse(issue?.result).data;
  const ofIssue = result && result.documentId === document?.id ? result.ocrTaskId : null;
  const newest = matters ? readings.data?.items.find((task) => task.documentId === document.id) : undefined;
  const taskId = newest?.id ?? ofIssue;
  const reading = trpc.tasks.get.useQuery(
    { taskId: taskId ?? '' },
    {
      enabled: (query) => {
        const held = query.state.data;
        return (
          taskId !== null && document?.analysis !== 'DONE' && (held === undefined || isActiveTask(held.task))
        );
      },
    },
  );
  return taskId === null ? null : (reading.data?.task ?? newest ?? null);
}
