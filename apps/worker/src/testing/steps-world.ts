import { randomUUID } from 'node:crypto';
import type { ApprovalId, ApprovalStep, ApprovalView, Limits, TaskView, UserId } from '@dungji/contracts';
import { approveApproval, type Db, findApproval, openApproval } from '@dungji/db';
import { userIn } from '@dungji/db/testing';
import { stepActions } from '../kinds/approval/actions.ts';
import { approvalRunner } from '../kinds/approval/run.ts';
import { openOutside as openLine, type Resolve } from '../outside/call.ts';
import { openOutside, openWorld } from './world.ts';

/** As the sandbox verifies it. */
export const SIGNING_SECRET = 'dungji-sandbox-step-signing-secret';

/** A world and an outside, and a worker that runs cards between them. */
export async function openStepsWorld(resolve?: Resolve) {
  const [world, outside] = await Promise.all([openWorld(), openOutside()]);
  const line = openLine(resolve);
  const { db, dispatch } = world;
  const runner = (
    changed: Partial<Limits> = {},
    { secret = SIGNING_SECRET, allowlist = [new URL(outside.url).host] } = {},
  ) => {
    const limits = { ...world.limits, ...changed };
    const actions = stepActions({
      db,
      limits,
      dispatch,
      call: line.call,
      sandboxUrl: outside.url,
      signingSecret: secret,
      targets: { allowlist, isProduction: false },
    });
    return world.openRunner({ approval: approvalRunner({ db, limits, actions }) });
  };
  return {
    world,
    outside,
    runner,
    /** Attempts one after the other, as the queue would bring them, until none is wanted. */
    async runThrough(taskId: TaskView['id'], change: Parameters<typeof runner>[1] = {}): Promise<void> {
      for (;;) {
        const { status, attempt } = await world.find(taskId);
        if (status !== 'PENDING' && status !== 'PROCESSING') return;
        await runner({}, change).run({ taskId, attempt: attempt + 1 });
      }
    },
    async close(): Promise<void> {
      await line.close();
      await Promise.all([world.close(), outside.close()]);
    },
  };
}
export type StepsWorld = Awaited<ReturnType<typeof openStepsWorld>>;

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
  requester?: UserId,
): Promise<ApprovedCard> {
  const requestedBy = requester ?? (await userIn(db));
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
