import type { TaskErrorCode, TaskView } from '@dungji/contracts';
import {
  ago,
  ahead,
  documentId,
  failedTask,
  pendingTask,
  processingTask,
  succeededTask,
} from '../fixtures/views.ts';
import type { Generation } from './generation.ts';

/** Videos for stories and tests, in every state. */
const OF_GENERATION = { kind: 'generation' as const, nestId: null, docType: null };

type Facts = Partial<
  Pick<Generation, 'prompt' | 'seconds' | 'creditsCharged' | 'creditsRefunded' | 'imageDocumentId'>
>;

const video = (task: TaskView, facts: Facts = {}): Generation => ({
  ...task,
  prompt: '아침 햇살이 창으로 들어오고, 카메라가 천천히 거실로 다가가요.',
  seconds: 5,
  imageDocumentId: documentId(7),
  imageUrl: null,
  creditsCharged: 10,
  creditsRefunded: 0,
  ...facts,
});

export const queuedVideo = (overrides: Parameters<typeof pendingTask>[0] = {}, facts?: Facts) =>
  video(pendingTask({ ...OF_GENERATION, ...overrides }), facts);

const STEPS = ['submit', 'render', 'store'];
export const workingVideo = (
  step: string,
  overrides: Parameters<typeof processingTask>[0] = {},
  facts?: Facts,
) =>
  video(
    processingTask({
      ...OF_GENERATION,
      timeoutAt: ahead(86_340_000),
      progress: { done: Math.max(0, STEPS.indexOf(step)), total: STEPS.length, label: step },
      ...overrides,
    }),
    facts,
  );

export const readyVideo = (overrides: Parameters<typeof succeededTask>[0] = {}, facts?: Facts) =>
  video(
    succeededTask({
      ...OF_GENERATION,
      startedAt: ago(90_000),
      progress: { done: 3, total: 3, label: '' },
      documentId: documentId(8),
      result: { documentId: documentId(8) },
      ...overrides,
    }),
    facts,
  );

export const failedVideo = (
  errorCode: TaskErrorCode,
  overrides: Parameters<typeof failedTask>[1] = {},
  facts?: Facts,
) => video(failedTask(errorCode, { ...OF_GENERATION, ...overrides }), { creditsRefunded: 10, ...facts });
