import { z } from 'zod';

/**
 * The four states of a task, no more:
 * - PENDING: the row exists and no worker has started, before and after queueing
 * - PROCESSING: a worker has started; stays so across automatic retries
 * - SUCCESS, FAILED: final. Two decisions by a person lead out of FAILED: see `resolve` and `resume`
 */
export const TaskStatus = z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED']);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** Nobody works on it and nobody will, unless an operator decides about a task in doubt. */
export const isFinal = (status: TaskStatus): status is 'SUCCESS' | 'FAILED' =>
  status === 'SUCCESS' || status === 'FAILED';
export const isActive = (status: TaskStatus): status is 'PENDING' | 'PROCESSING' => !isFinal(status);

/** The verbs that move an existing task. Each is one file in packages/db/src/task. */
export const TASK_VERBS = [
  'claim',
  'progress',
  'retry',
  'settle',
  'fail',
  'cancel',
  'resolve',
  'resume',
] as const;
export type TaskVerb = (typeof TASK_VERBS)[number];

/**
 * Every allowed move, and nothing else: `verb → from → to`. A missing entry means that the verb answers `null`.
 * packages/db proves each verb against each state; ARCHITECTURE.md's chart is compared with this table.
 *
 * - claim takes a PROCESSING task only when it has no owner (waiting for its next attempt)
 * - settle is the owner's own end of the task, fenced by attempt and boot id
 * - fail is somebody else's: dispatch refused, time limit passed, worker dead
 * - resolve is an operator's decision about FAILED(OUTCOME_UNKNOWN), and about nothing else: the same row goes on, or
 *   ends for good where there is nothing left to go on for (its nest was removed meanwhile)
 * - resume is a person's further approval of a card whose run FAILED, and of nothing else: the same row on the same steps
 */
export const TRANSITIONS: Record<TaskVerb, Partial<Record<TaskStatus, readonly TaskStatus[]>>> = {
  claim: { PENDING: ['PROCESSING'], PROCESSING: ['PROCESSING'] },
  progress: { PROCESSING: ['PROCESSING'] },
  retry: { PROCESSING: ['PROCESSING'] },
  settle: { PROCESSING: ['SUCCESS', 'FAILED'] },
  fail: { PENDING: ['FAILED'], PROCESSING: ['FAILED'] },
  cancel: { PENDING: ['FAILED'], PROCESSING: ['FAILED'] },
  resolve: { FAILED: ['PENDING', 'FAILED'] },
  resume: { FAILED: ['PENDING'] },
};
