import { z } from 'zod';
import { ApprovalId, TaskId } from './ids.ts';
import { StepView } from './task-view.ts';
import { IsoTime } from './time.ts';

export const ApprovalStatus = z.enum(['OPEN', 'ACCEPTED', 'APPLIED', 'FAILED', 'REJECTED', 'EXPIRED']);

export const ApprovalView = z.object({
  id: ApprovalId,
  version: z.number().int().min(1),
  title: z.string(),
  summary: z.string(),
  status: ApprovalStatus,
  steps: z.array(StepView),
  expiresAt: IsoTime,
  requestedBy: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: IsoTime.nullable(),
  taskId: TaskId.nullable(),
  lastError: z.object({ code: z.string(), message: z.string() }).nullable(),
  restorable: z.boolean(),
  createdAt: IsoTime,
});
export type ApprovalView = z.infer<typeof ApprovalView>;
