import type {
  Accepted,
  ApprovalId,
  ApprovalView,
  ReasonCode,
  RejectApproval,
  UserId,
} from '@dungji/contracts';
import { approveApproval, rejectApproval, type TooLate } from '@dungji/db';
import { accepted, dispatch } from '../accepted.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * An operator's yes: the card's run is accepted and queued. When somebody has said yes before and the run is under way,
 * the answer is that run.
 *
 * @throws Refusal NOT_FOUND; ALREADY_RESOLVED, REJECTED_CARD or EXPIRED with who decided; DISPATCH_FAILED when the queue
 *   cannot be reached, after which the card is back
 */
export async function approveCard(deps: Deps, operatorId: UserId, approvalId: ApprovalId): Promise<Accepted> {
  const answer = await approveApproval(deps.db, { approvalId, operatorId, limits: deps.limits });
  if (!answer) throw new Refusal('NOT_FOUND');
  if (answer.outcome !== 'accepted' && answer.outcome !== 'reused') throw tooLate(answer);
  const isReused = answer.outcome === 'reused';
  const task = isReused ? answer.task : await dispatch(deps, answer.task);
  const { decidedBy } = answer.approval;
  return { ...accepted(task, isReused), ...(decidedBy !== null && { decidedBy }) };
}

/** An operator's no. @throws Refusal as `approveCard`; ALREADY_RESOLVED also while the run is under way */
export async function rejectCard(
  deps: Deps,
  operatorId: UserId,
  { approvalId, reason }: RejectApproval,
): Promise<ApprovalView> {
  const answer = await rejectApproval(deps.db, { approvalId, operatorId, note: reason });
  if (!answer) throw new Refusal('NOT_FOUND');
  if (answer.outcome !== 'rejected_now') throw tooLate(answer);
  return answer.approval;
}

const REASON_OF: Record<TooLate['outcome'], ReasonCode> = {
  resolved: 'ALREADY_RESOLVED',
  rejected: 'REJECTED_CARD',
  expired: 'EXPIRED',
};

/** Whoever comes too late hears who was quicker; a card that nobody decided has nobody to name. */
function tooLate({ outcome, approval }: TooLate): Refusal {
  const { decidedBy, decidedByName } = approval;
  return new Refusal(REASON_OF[outcome], { decidedBy, decidedByName });
}
