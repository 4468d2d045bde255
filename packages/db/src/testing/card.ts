import {
  type ApprovalStep,
  type ApprovalView,
  DEFAULT_LIMITS,
  type TaskView,
  type UserId,
} from '@dungji/contracts';
import { approveApproval } from '../approval/approve.ts';
import { beginApprovalStep } from '../approval/begin-step.ts';
import { expireApproval } from '../approval/expire.ts';
import { openApproval } from '../approval/open.ts';
import { findApproval } from '../approval/read.ts';
import { rejectApproval } from '../approval/reject.ts';
import type { Db } from '../db.ts';
import { readStream, streamPositions } from '../stream/read.ts';
import { claimTask } from '../task/claim.ts';
import type { Fence } from '../task/fence.ts';
import { settleTask } from '../task/settle.ts';
import { failStep } from '../task/step.ts';
import { userIn } from './factory.ts';

/** Every situation of a card; RUNNING is ACCEPTED with a worker at its first step, REFUSED is FAILED for good. */
export const CARD_SITUATIONS = [
  'OPEN',
  'ACCEPTED',
  'RUNNING',
  'APPLIED',
  'FAILED',
  'REFUSED',
  'REJECTED',
  'EXPIRED',
] as const;
export type CardSituation = (typeof CARD_SITUATIONS)[number];

export interface CardIn {
  readonly approval: ApprovalView;
  readonly requestedBy: UserId;
  readonly operatorId: UserId;
  /** Null before the first approval. */
  readonly task: TaskView | null;
  /** Holds for RUNNING. */
  readonly fence: Fence | null;
}

/** What tests want to know of a card that something was done to. */
export const cardsOf = (db: Db) => ({
  /** As it stands now. */
  async find({ approval }: CardIn) {
    const found = await findApproval(db, { approvalId: approval.id, userId: null });
    if (!found) throw new Error('the card is gone');
    return found;
  },
  /** Where the requester's own stream and the operators' one are. */
  async positions({ requestedBy }: CardIn) {
    const [own, operators] = await streamPositions(db, [`user:${requestedBy}`, 'operators']);
    return { own: own?.lastSeq ?? 0, operators: operators?.lastSeq ?? 0 };
  },
  /** What was told since then, on both of them. */
  async newsOf({ requestedBy }: CardIn, since: { own: number; operators: number }) {
    const own = await readStream(db, { stream: `user:${requestedBy}`, after: since.own, limit: 100 });
    const operators = await readStream(db, { stream: 'operators', after: since.operators, limit: 100 });
    return { own, operators };
  },
});

/** Steps that do nothing in particular. */
export const stepsNamed = (...names: string[]): ApprovalStep[] =>
  names.map((name) => ({ name, action: 'sandbox.apply', input: {} }));

/** A card in any situation, brought there by the verbs themselves. */
export async function cardIn(
  db: Db,
  situation: CardSituation,
  of: { readonly requestedBy?: UserId; readonly steps?: readonly ApprovalStep[] } = {},
): Promise<CardIn> {
  const requestedBy = of.requestedBy ?? (await userIn(db));
  const operatorId = await userIn(db, 'operator');
  const approval = await openAt(
    db,
    situation,
    requestedBy,
    of.steps ?? stepsNamed('회고 모으기', '회고 병합'),
  );
  const approvalId = approval.id;
  let fence: Fence | null = null;
  if (situation === 'REJECTED') await rejectApproval(db, { approvalId, operatorId });
  else if (situation === 'EXPIRED') await expireApproval(db, approvalId);
  else if (situation !== 'OPEN') {
    const accepted = await approveApproval(db, { approvalId, operatorId, limits: DEFAULT_LIMITS });
    if (accepted?.outcome !== 'accepted') throw new Error('the card was not accepted');
    if (situation !== 'ACCEPTED') fence = await begin(db, accepted.task, approval);
    if (fence && situation !== 'RUNNING') await end(db, fence, situation, approval);
  }
  const card = await findApproval(db, { approvalId, userId: null });
  if (!card) throw new Error('the card is gone');
  return { approval: card, requestedBy, operatorId, task: card.task, fence };
}

async function openAt(
  db: Db,
  situation: CardSituation,
  requestedBy: UserId,
  steps: readonly ApprovalStep[],
): Promise<ApprovalView> {
  const at =
    situation === 'EXPIRED' ? new Date(Date.now() - DEFAULT_LIMITS.APPROVAL_TTL_MS - 1_000) : undefined;
  const opened = await openApproval(db, {
    requestedBy,
    title: '저녁 프로필 병합',
    summary: '네 묶음을 차례로 합칩니다.',
    steps,
    expires: { afterMs: DEFAULT_LIMITS.APPROVAL_TTL_MS },
    at,
  });
  if (opened.outcome !== 'opened') throw new Error('the card was not opened');
  return opened.approval;
}

async function begin(db: Db, task: TaskView, { id, steps }: ApprovalView): Promise<Fence> {
  const fence = { taskId: task.id, attempt: task.attempt + 1, bootId: 'boot-1' };
  await claimTask(db, { ...fence, workerId: 'worker-1', limits: DEFAULT_LIMITS });
  await beginApprovalStep(db, fence, {
    position: 1,
    name: steps[0]?.name ?? '',
    idempotencyKey: `${id}:1`,
    progress: { done: 0, total: steps.length, label: steps[0]?.name ?? '' },
    limitMs: DEFAULT_LIMITS.APPROVAL_STEP_TIMEOUT_MS,
  });
  return fence;
}

async function end(db: Db, fence: Fence, situation: CardSituation, { steps }: ApprovalView): Promise<void> {
  if (situation === 'APPLIED') {
    await settleTask(db, fence, { status: 'SUCCESS', result: { steps: steps.length } });
    return;
  }
  const code = situation === 'REFUSED' ? 'STEP_REJECTED' : 'STEP_FAILED';
  await failStep(db, fence, { position: 1, error: { code, message: 'the other system answered 503' } });
  await settleTask(db, fence, { status: 'FAILED', code });
}
