import { ApprovalView, type ChangeEvent, DEFAULT_LIMITS, TaskView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelTask } from '../task/cancel.ts';
import { claimTask } from '../task/claim.ts';
import { failTask } from '../task/fail.ts';
import { retryTask } from '../task/retry.ts';
import { finishStep } from '../task/step.ts';
import { sweepOverdue } from '../task/sweep-limits.ts';
import {
  type CardIn,
  cardIn,
  cardsOf,
  createTestDatabase,
  stepsNamed,
  type TestDatabase,
} from '../testing/index.ts';
import { approveApproval } from './approve.ts';
import { beginApprovalStep } from './begin-step.ts';

const HOUR_MS = 3_600_000;
let test: TestDatabase;
let cards: ReturnType<typeof cardsOf>;
beforeAll(async () => {
  test = await createTestDatabase();
  cards = cardsOf(test.db);
});
afterAll(() => test.drop());

const typesOf = (events: readonly ChangeEvent[]) => events.map((event) => event.type);

describe('a run', () => {
  const limitMs = DEFAULT_LIMITS.APPROVAL_STEP_TIMEOUT_MS;
  const claim = (card: CardIn, attempt: number, at?: Date) =>
    claimTask(test.db, {
      taskId: card.task?.id as TaskView['id'],
      attempt,
      workerId: 'worker-1',
      bootId: `boot-${attempt}`,
      limits: DEFAULT_LIMITS,
      ...(at && { at }),
    });
  const begin = (card: CardIn, attempt: number, position: number, at?: Date) =>
    beginApprovalStep(
      test.db,
      { taskId: card.task?.id as TaskView['id'], attempt, bootId: `boot-${attempt}` },
      {
        position,
        name: card.approval.steps[position - 1]?.name ?? '',
        idempotencyKey: `${card.approval.id}:${position}`,
        progress: { done: position - 1, total: card.approval.steps.length, label: '…' },
        limitMs,
        at,
      },
    );
  const finish = (card: CardIn, attempt: number, position: number, at?: Date) =>
    finishStep(
      test.db,
      { taskId: card.task?.id as TaskView['id'], attempt, bootId: `boot-${attempt}` },
      {
        position,
        output: { receipt: position },
        progress: { done: position, total: card.approval.steps.length, label: '…' },
        nextLimitMs: limitMs,
      },
      at,
    );

  it('tells each step as it begins and ends, with the card and the task, on both streams', async () => {
    const card = await cardIn(test.db, 'ACCEPTED');
    const since = await cards.positions(card);
    await claim(card, 1);
    await begin(card, 1, 1);
    await finish(card, 1, 1);
    const { own, operators } = await cards.newsOf(card, since);
    expect(typesOf(own)).toEqual(['task.started', 'task.progressed', 'task.progressed']);
    expect(operators.map(({ approval, task }) => [approval, task])).toEqual(
      own.map(({ approval, task }) => [approval, task]),
    );
    expect(own.map(({ approval }) => approval?.steps.map((step) => step.status))).toEqual([
      ['PENDING', 'PENDING'],
      ['STARTED', 'PENDING'],
      ['DONE', 'PENDING'],
    ]);
    expect(own.at(-1)?.approval?.steps[0]?.output).toEqual({ receipt: 1 });
    expect(own.at(-1)?.approval).toEqual(ApprovalView.parse(await cards.find(card)));
    expect(own.map(({ approval }) => approval?.version)).toEqual(
      [1, 2, 3].map((more) => card.approval.version + more),
    );
  });

  it('of forty minutes is not swept while its steps advance; one that hangs is', async () => {
    const begun = Date.now();
    const minutes = (count: number) => new Date(begun + count * 60_000);
    const card = await cardIn(test.db, 'ACCEPTED', { steps: stepsNamed('하나', '둘', '셋', '넷') });
    await claim(card, 1, minutes(0));
    for (const position of [1, 2, 3]) {
      await begin(card, 1, position, minutes(position * 30 - 30));
      await sweepOverdue(test.db, { batch: 100, at: minutes(position * 30 - 1) });
      expect(await finish(card, 1, position, minutes(position * 30))).not.toBeNull();
    }
    await begin(card, 1, 4, minutes(90));
    expect((await cards.find(card)).task?.timeoutAt).toBe(
      new Date(begun + 90 * 60_000 + limitMs).toISOString(),
    );
    await sweepOverdue(test.db, { batch: 100, at: minutes(129) });
    expect((await cards.find(card)).status).toBe('ACCEPTED');
    await sweepOverdue(test.db, { batch: 100, at: minutes(130) });
    expect(await cards.find(card)).toMatchObject({
      status: 'FAILED',
      restorable: true,
      lastError: { code: 'TIMEOUT' },
      steps: [{ status: 'DONE' }, { status: 'DONE' }, { status: 'DONE' }, { status: 'FAILED' }],
    });
  });

  it('taken up by another worker keeps the limit of the step it has come to', async () => {
    const card = await cardIn(test.db, 'ACCEPTED');
    const begun = Date.now();
    await claim(card, 1, new Date(begun));
    await begin(card, 1, 1, new Date(begun));
    const fence = { taskId: card.task?.id as TaskView['id'], attempt: 1, bootId: 'boot-1' };
    const since = await cards.positions(card);
    await retryTask(test.db, fence, { code: 'WORKER_LOST', retryAfterMs: 0 });
    await claim(card, 2, new Date(begun + 1_000));
    expect(await begin(card, 2, 1, new Date(begun + 2_000))).toMatchObject({ state: 'run' });
    expect((await cards.find(card)).task?.timeoutAt).toBe(new Date(begun + limitMs).toISOString());
    const told = ['task.retrying', 'approval.interrupted', 'task.started', 'task.progressed'];
    expect(typesOf((await cards.newsOf(card, since)).operators)).toEqual(told);
    expect(await begin(card, 1, 2)).toBeNull();
  });

  it('does not begin a finished step again', async () => {
    const card = await cardIn(test.db, 'ACCEPTED');
    await claim(card, 1);
    await begin(card, 1, 1);
    await finish(card, 1, 1);
    const before = await cards.find(card);
    expect(await begin(card, 1, 1)).toMatchObject({ state: 'done', output: { receipt: 1 } });
    expect(await cards.find(card)).toEqual(before);
  });

  it('counts attempts anew for each step', async () => {
    const card = await cardIn(test.db, 'ACCEPTED');
    for (const attempt of [1, 2, 3]) {
      expect((await claim(card, attempt))?.attemptsBefore).toBe(0);
      await begin(card, attempt, 1);
      if (attempt === 3) break;
      const fence = { taskId: card.task?.id as TaskView['id'], attempt, bootId: `boot-${attempt}` };
      await retryTask(test.db, fence, { code: 'STEP_FAILED', retryAfterMs: 0 });
    }
    await finish(card, 3, 1);
    const fence = { taskId: card.task?.id as TaskView['id'], attempt: 3, bootId: 'boot-3' };
    await retryTask(test.db, fence, { code: 'STEP_FAILED', retryAfterMs: 0 });
    expect((await claim(card, 4))?.attemptsBefore).toBe(2);
  });

  it('approved again goes on with the same row after its finished steps', async () => {
    const card = await cardIn(test.db, 'FAILED');
    const again = await approveApproval(test.db, {
      approvalId: card.approval.id,
      operatorId: card.operatorId,
      limits: DEFAULT_LIMITS,
    });
    expect(again).toMatchObject({
      outcome: 'accepted',
      task: { id: card.task?.id, status: 'PENDING', attempt: 1, lastErrorCode: 'STEP_FAILED' },
      approval: { status: 'ACCEPTED', lastError: null, restorable: false },
    });
    expect(TaskView.parse(again?.outcome === 'accepted' && again.task)).toBeTruthy();
    expect((await claim(card, 2))?.attemptsBefore).toBe(1);
    expect(await begin(card, 2, 1)).toMatchObject({
      state: 'run',
      idempotencyKey: `${card.approval.id}:1`,
    });
  });
});

describe('a run that fails', () => {
  it('for a cause that may pass brings its card back for at least a day; a refused input does not', async () => {
    const failed = await cardIn(test.db, 'FAILED');
    expect(failed.approval).toMatchObject({
      restorable: true,
      lastError: { code: 'STEP_FAILED', message: 'the other system answered 503' },
    });
    const refused = await cardIn(test.db, 'REFUSED');
    expect(refused.approval).toMatchObject({ restorable: false, lastError: { code: 'STEP_REJECTED' } });
    const types = async (card: CardIn) =>
      typesOf((await cards.newsOf(card, { own: 0, operators: 0 })).own).slice(-2);
    expect(await types(failed)).toEqual(['approval.resolved', 'approval.reopened']);
    expect(await types(refused)).toEqual(['task.resolved', 'approval.resolved']);
  });

  it('shortly before the card’s time is over prolongs it to a day from then', async () => {
    const card = await cardIn(test.db, 'ACCEPTED');
    const at = new Date(Date.parse(card.approval.expiresAt) + HOUR_MS);
    await failTask(test.db, {
      taskId: card.task?.id as TaskView['id'],
      attempt: 0,
      from: 'PENDING',
      code: 'DISPATCH_FAILED',
      at,
    });
    expect(await cards.find(card)).toMatchObject({
      status: 'FAILED',
      restorable: true,
      expiresAt: new Date(at.getTime() + 24 * HOUR_MS).toISOString(),
    });
  });

  it.each(['ACCEPTED', 'RUNNING'] as const)('by a cancel while %s brings it back', async (situation) => {
    const card = await cardIn(test.db, situation);
    const taskId = card.task?.id as TaskView['id'];
    await cancelTask(test.db, { taskId, by: { userId: card.requestedBy, role: 'member' } });
    const after = await cards.find(card);
    expect(after).toMatchObject({ status: 'FAILED', restorable: true, lastError: { code: 'CANCELLED' } });
    expect(after.steps.some((step) => step.status === 'STARTED')).toBe(false);
  });
});
