import { randomUUID } from 'node:crypto';
import type { ApprovalId, ApprovalStep, ApprovalView, Limits, TaskView, UserId } from '@dungji/contracts';
import { approveApproval, type Db, findApproval, openApproval } from '@dungji/db';
import { userIn } from '@dungji/db/testing';

/** A step that acts upon the sandbox. */
export const applying = (
  name: string,
  input: Extract<ApprovalStep, { action: 'sandbox.apply' }>['input'] = {},
): ApprovalStep => ({ name, action: 'sandbox.apply', input: { key: `${name}-${randomUUID()}`, ...input } });

export interface ApprovedCard {
  readonly approvalId: ApprovalId;
  readonly task: TaskView;
  readonly operatorId: UserId;
}

/** A card with these steps, approved and waiting for a worker. */
export async function approvedCard(
  { db, limits }: { readonly db: Db; readonly limits: Limits },
  steps: readonly ApprovalStep[],
): Promise<ApprovedCard> {
  const requestedBy = await userIn(db);
  const operatorId = await userIn(db, 'operator');
  const opened = await openApproval(db, {
    requestedBy,
    title: '저녁 프로필 병합',
    summary: '',
    steps,
    expires: { afterMs: 3_600_000 },
  });
  if (opened.outcome !== 'opened') throw new Error('the card was not opened');
  const approvalId = opened.approval.id;
  return { approvalId, operatorId, task: await approveAgain({ db, limits }, { approvalId, operatorId }) };
}

export async function approveAgain(
  { db, limits }: { readonly db: Db; readonly limits: Limits },
  { approvalId, operatorId }: Pick<ApprovedCard, 'approvalId' | 'operatorId'>,
): Promise<TaskView> {
  const accepted = await approveApproval(db, { approvalId, operatorId, limits });
  if (accepted?.outcome !== 'accepted') throw new Error(`the card is ${accepted?.outcome}`);
  return accepted.task;
}

export async function cardOf(db: Db, approvalId: ApprovalId): Promise<ApprovalView> {
  const card = await findApproval(db, { approvalId, userId: null });
  if (!card) throw new Error('the card is gone');
  return card;
}
