import { z } from 'zod';
import { DocType } from './document.ts';
import { ApprovalId, DocumentId, NestId, TaskId } from './ids.ts';
import { TaskKind } from './kinds/task-kind.ts';
import { TaskErrorCode } from './task-errors.ts';
import { TaskStatus } from './task-status.ts';
import { IsoTime } from './time.ts';

export const Progress = z.object({
  done: z.number().int().min(0),
  total: z.number().int().min(1),
  label: z.string().max(200),
});
export type Progress = z.infer<typeof Progress>;

const everyTask = {
  id: TaskId,
  kind: TaskKind,
  /** +1 at every change of the row; a screen replaces a view only by a higher one. */
  version: z.number().int().min(1),
  /** Number of the current (or last) attempt; 0 before the first claim. It is the fencing token. */
  attempt: z.number().int().min(0),
  lastErrorCode: TaskErrorCode.nullable(),
  nextRetryAt: IsoTime.nullable(),
  workerId: z.string().nullable(),
  progress: Progress.nullable(),
  nestId: NestId.nullable(),
  docType: DocType.nullable(),
  approvalId: ApprovalId.nullable(),
  documentId: DocumentId.nullable(),
  createdAt: IsoTime,
};

/** A task as every screen sees it: one shape per state, so a settled task without an end cannot be spelled. */
export const TaskView = z.discriminatedUnion('status', [
  z.object({
    ...everyTask,
    status: z.literal('PENDING'),
    errorCode: z.null(),
    retryable: z.literal(false),
    pendingSince: IsoTime,
    timeoutAt: IsoTime,
    result: z.null(),
    startedAt: IsoTime.nullable(),
    settledAt: z.null(),
  }),
  z.object({
    ...everyTask,
    status: z.literal('PROCESSING'),
    errorCode: z.null(),
    retryable: z.literal(false),
    pendingSince: IsoTime,
    timeoutAt: IsoTime,
    result: z.null(),
    startedAt: IsoTime,
    settledAt: z.null(),
  }),
  z.object({
    ...everyTask,
    status: z.literal('SUCCESS'),
    errorCode: z.null(),
    retryable: z.literal(false),
    pendingSince: z.null(),
    timeoutAt: z.null(),
    result: z.record(z.string(), z.unknown()),
    startedAt: IsoTime,
    settledAt: IsoTime,
  }),
  z.object({
    ...everyTask,
    status: z.literal('FAILED'),
    errorCode: TaskErrorCode,
    retryable: z.boolean(),
    pendingSince: z.null(),
    timeoutAt: z.null(),
    result: z.null(),
    startedAt: IsoTime.nullable(),
    settledAt: IsoTime,
  }),
]);
export type TaskView = z.infer<typeof TaskView>;
export type ActiveTask = Extract<TaskView, { status: 'PENDING' | 'PROCESSING' }>;
export type SettledTask = Extract<TaskView, { status: 'SUCCESS' | 'FAILED' }>;

/** The answer to an accepting mutation: HTTP 202. */
export const Accepted = z.object({
  taskId: TaskId,
  status: TaskStatus,
  /** True when an earlier request already covers this one. */
  reused: z.boolean(),
  pendingSince: IsoTime.nullable(),
  timeoutAt: IsoTime.nullable(),
  serverNow: IsoTime,
  decidedBy: z.string().optional(),
});
export type Accepted = z.infer<typeof Accepted>;

export const StepStatus = z.enum(['PENDING', 'STARTED', 'DONE', 'FAILED']);
export type StepStatus = z.infer<typeof StepStatus>;

export const StepView = z.object({
  position: z.number().int().min(1),
  name: z.string(),
  status: StepStatus,
  attempt: z.number().int().min(0),
  startedAt: IsoTime.nullable(),
  finishedAt: IsoTime.nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      /** The same in Korean, where it says more than the code. */
      messageKo: z.string().optional(),
    })
    .nullable(),
  output: z.record(z.string(), z.unknown()).nullable(),
});
export type StepView = z.infer<typeof StepView>;
