import type { ApprovalView, OpenApproval } from '@dungji/contracts';
import { openApproval } from '@dungji/db';
import { hashOf } from '../accepted.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { checkSteps } from './check-steps.ts';

/** A card that waits longer than this is no request any more. */
const LIFE_MAX_MS = 366 * 24 * 3_600_000;

/**
 * Opens a card. What its steps will do is checked now, not when people have approved it.
 *
 * @throws Refusal INVALID_INPUT with the field at fault, IDEMPOTENCY_CONFLICT
 */
export async function openCard(deps: Deps, viewer: Viewer, input: OpenApproval): Promise<ApprovalView> {
  const { title, summary, steps, expiresAt, idempotencyKey } = input;
  const { db, stepTargets: targets } = deps;
  await checkSteps({ db, targets, requestedBy: viewer.userId }, steps);
  const answer = await openApproval(db, {
    requestedBy: viewer.userId,
    title,
    summary,
    steps,
    expires: expiresAt === undefined ? { afterMs: deps.limits.APPROVAL_TTL_MS } : { at: lifeEnd(expiresAt) },
    ...(idempotencyKey !== undefined && {
      idempotency: {
        key: idempotencyKey,
        inputHash: hashOf({ title, summary, steps, expiresAt: expiresAt ?? null }),
      },
    }),
  });
  if (answer.outcome === 'conflict') throw new Refusal('IDEMPOTENCY_CONFLICT');
  return answer.approval;
}

function lifeEnd(expiresAt: string): Date {
  const at = new Date(expiresAt);
  const isAhead = at.getTime() > Date.now() && at.getTime() < Date.now() + LIFE_MAX_MS;
  if (isAhead) return at;
  throw new Refusal('INVALID_INPUT', { fieldErrors: { expiresAt: ['must lie ahead, within a year'] } });
}
