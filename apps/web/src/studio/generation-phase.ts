import type { TaskView } from '@dungji/contracts';

/**
 * What one video is at, as a screen words it:
 * - queued: accepted, no worker yet
 * - submitting: a worker hands the picture and the words to the provider
 * - retrying: between two attempts
 * - rendering: the provider has it
 * - copying: the provider's file is being copied to our storage
 * - ready, failed, cancelled
 */
export type GenerationPhase =
  | 'queued'
  | 'submitting'
  | 'rendering'
  | 'copying'
  | 'retrying'
  | 'ready'
  | 'failed'
  | 'cancelled';

/** The way of a video that goes well, in order; a screen shows all of it from the first moment. */
export const WORKING_PHASES = ['queued', 'submitting', 'rendering', 'copying'] as const;

const PHASE_OF_STEP: Readonly<Record<string, GenerationPhase>> = {
  submit: 'submitting',
  render: 'rendering',
  store: 'copying',
};

export function generationPhase(task: TaskView): GenerationPhase {
  switch (task.status) {
    case 'PENDING':
      return 'queued';
    case 'PROCESSING':
      if (task.nextRetryAt !== null && task.workerId === null) return 'retrying';
      return task.progress === null ? 'submitting' : (PHASE_OF_STEP[task.progress.label] ?? 'rendering');
    case 'SUCCESS':
      return 'ready';
    case 'FAILED':
      return task.errorCode === 'CANCELLED' ? 'cancelled' : 'failed';
  }
}

/** Longer than a provider takes on an ordinary day; from then on the screen says that nobody needs to wait. */
export const LATE_AFTER_MS = 5 * 60_000;

/** As of a document's wait: usual, late, or past its limit and about to be settled by the server itself. */
export function generationLateness(task: TaskView, serverNowMs: number): 'usual' | 'late' | 'overdue' {
  if (task.pendingSince === null) return 'usual';
  if (serverNowMs > Date.parse(task.timeoutAt)) return 'overdue';
  return serverNowMs - Date.parse(task.pendingSince) > LATE_AFTER_MS ? 'late' : 'usual';
}
