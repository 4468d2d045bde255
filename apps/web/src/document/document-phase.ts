import { type DocState, REISSUE_AFTER_MS } from '@dungji/contracts';

/**
 * What one document of a nest is at, as a screen words it:
 * - none: never issued
 * - waiting: accepted, no worker yet
 * - working: a worker is on it
 * - retrying: between two attempts
 * - finishing: issued, and its document has not arrived on this screen yet
 * - failed, cancelled: the last issue ended without a document
 * - ready
 */
export type DocumentPhase =
  | 'none'
  | 'waiting'
  | 'working'
  | 'retrying'
  | 'finishing'
  | 'failed'
  | 'cancelled'
  | 'ready';

export function documentPhase({ task, document }: DocState): DocumentPhase {
  if (task === null) return document === null ? 'none' : 'ready';
  switch (task.status) {
    case 'PENDING':
      return 'waiting';
    case 'PROCESSING':
      return task.nextRetryAt !== null && task.workerId === null ? 'retrying' : 'working';
    case 'SUCCESS':
      return document === null ? 'finishing' : 'ready';
    case 'FAILED':
      // A file that came in afterwards, by hand, is what counts now.
      if (document !== null && task.settledAt !== null && document.createdAt > task.settledAt) return 'ready';
      return task.errorCode === 'CANCELLED' ? 'cancelled' : 'failed';
  }
}

/**
 * How far a wait has gone, by the server's clock:
 * - usual
 * - late: over three minutes; the screen says so and offers what can be done
 * - overdue: past its limit; the server settles it by itself any moment
 */
export type Lateness = 'usual' | 'late' | 'overdue';

export function lateness({ pendingSince, timeoutAt }: DocState, serverNowMs: number): Lateness {
  if (pendingSince === null) return 'usual';
  if (timeoutAt !== null && serverNowMs > Date.parse(timeoutAt)) return 'overdue';
  return serverNowMs - Date.parse(pendingSince) > REISSUE_AFTER_MS ? 'late' : 'usual';
}
