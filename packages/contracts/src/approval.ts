import { z } from 'zod';
import { APPROVAL_STATUSES } from './approval-life.ts';
import { ApprovalId, TaskId } from './ids.ts';
import { Page } from './procedures.ts';
import { ApprovalStep, StepActionName } from './step-actions.ts';
import { StepView, TaskView } from './task-view.ts';
import { line, words } from './text.ts';
import { IsoTime } from './time.ts';

/**
 * The life of a card: OPEN → ACCEPTED (its task is under way) → APPLIED or FAILED; or REJECTED, or EXPIRED.
 * A restorable FAILED card may be approved again, rejected, or expire.
 */
export const ApprovalStatus = z.enum(APPROVAL_STATUSES);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

/** A step of a card: what it will do, and how far it is. */
export const ApprovalStepView = StepView.extend({ action: StepActionName });
export type ApprovalStepView = z.infer<typeof ApprovalStepView>;

export const ApprovalView = z.object({
  id: ApprovalId,
  /** +1 at every change of the card, its task or its steps; a screen replaces a view only by a higher one. */
  version: z.number().int().min(1),
  title: z.string(),
  summary: z.string(),
  status: ApprovalStatus,
  steps: z.array(ApprovalStepView),
  expiresAt: IsoTime,
  /** User ids, with the names people know them by. */
  requestedBy: z.string(),
  requestedByName: z.string(),
  decidedBy: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: IsoTime.nullable(),
  /** Why it was rejected. */
  decisionNote: z.string().nullable(),
  taskId: TaskId.nullable(),
  /** The run of the steps, as it stood at this version; it merges by its own version too. */
  task: TaskView.nullable(),
  /** Why the last run failed. */
  lastError: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** FAILED, and may be approved again. */
  restorable: z.boolean(),
  createdAt: IsoTime,
});
export type ApprovalView = z.infer<typeof ApprovalView>;

/** What approvals.get adds: the inputs, so that people know what they decide about. */
export const ApprovalDetail = ApprovalView.extend({
  steps: z.array(ApprovalStepView.extend({ input: z.record(z.string(), z.unknown()) })),
});
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

/** A run is watched by people, step by step; longer lists are several cards. */
const STEPS_MAX = 50;
/** All inputs together: what a person can be expected to look through. */
const INPUTS_BYTES_MAX = 65_536;

export const OpenApproval = z.strictObject({
  title: line(200),
  summary: z.string().trim().max(2_000).default(''),
  steps: z
    .array(ApprovalStep)
    .min(1)
    .max(STEPS_MAX)
    .refine(
      (steps) => JSON.stringify(steps).length <= INPUTS_BYTES_MAX,
      `the steps must fit into ${INPUTS_BYTES_MAX} characters`,
    ),
  /** Left out: APPROVAL_TTL_MS from now. */
  expiresAt: IsoTime.optional(),
  idempotencyKey: z.string().min(1).max(200).optional(),
});
export type OpenApproval = z.infer<typeof OpenApproval>;

export const ApprovalRef = z.strictObject({ approvalId: ApprovalId });
export type ApprovalRef = z.infer<typeof ApprovalRef>;

export const RejectApproval = z.strictObject({
  approvalId: ApprovalId,
  reason: words(1_000).optional(),
});
export type RejectApproval = z.infer<typeof RejectApproval>;

/** ACTIONABLE: OPEN, and FAILED that may be approved again. */
export const ApprovalFilter = z.enum([...ApprovalStatus.options, 'ACTIONABLE']);
export type ApprovalFilter = z.infer<typeof ApprovalFilter>;

export const ListApprovals = z
  .strictObject({ status: ApprovalFilter.optional(), ...Page })
  .default({ limit: 50 });
export type ListApprovals = z.infer<typeof ListApprovals>;
