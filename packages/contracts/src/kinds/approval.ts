import { z } from 'zod';
import { ApprovalId } from '../ids.ts';
import type { KindPolicy } from './kind-policy.ts';

/** The steps of an approved card, in order. */
export const approval = {
  input: z.object({ approvalId: ApprovalId }),
  result: z.object({ steps: z.number().int().min(1) }),
  pendingLimitMs: (limits) => limits.APPROVAL_PENDING_TIMEOUT_MS,
  processingLimitMs: (limits) => limits.APPROVAL_STEP_TIMEOUT_MS,
  attemptsMax: 3,
  retryOn: ['WORKER_LOST'],
} as const satisfies KindPolicy;
