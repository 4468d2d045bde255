import { z } from 'zod';
import { ApprovalId } from '../ids.ts';
import type { KindPolicy } from './kind-policy.ts';

/** The steps of an approved card, in order. */
export const approval = {
  input: z.object({ approvalId: ApprovalId }),
  result: z.object({ steps: z.number().int().min(1) }),
  pendingLimitMs: (limits) => limits.APPROVAL_PENDING_TIMEOUT_MS,
  // Of the step that runs: each step begins it anew, so a long run of healthy steps has no limit.
  processingLimitMs: (limits) => limits.APPROVAL_STEP_TIMEOUT_MS,
  attemptsMax: 3,
  // Workers may come and go under a long step; one that kills each of them is still given up within its limit.
  attemptsMaxIfLost: 20,
  // Never STEP_REJECTED: the same input would be refused again.
  retryOn: ['STEP_FAILED', 'SAVE_FAILED', 'WORKER_LOST'],
} as const satisfies KindPolicy;
