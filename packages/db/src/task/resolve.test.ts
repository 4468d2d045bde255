import { DEFAULT_LIMITS, TaskView, type UserId } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNest } from '../nest/read.ts';
import { removeNest } from '../nest/remove.ts';
import { listOperatorActions } from '../ops/actions.ts';
import { readStream } from '../stream/read.ts';
import {
  createTestDatabase,
  type TaskColumns,
  type TaskIn,
  type TestDatabase,
  taskIn,
  userIn,
} from '../testing/index.ts';
import { acceptTask } from './accept.ts';
import { claimTask } from './claim.ts';
import type { Fence } from './fence.ts';
import { findTask, taskSteps } from './read.ts';
import { openOnceSteps, recordReconciled } from './reconcile.ts';
import { resolveOutcome } from './resolve.ts';
import { settleTask } from './settle.ts';
import { noteStep, startStep } from './step.ts';

const limits = DEFAULT_LIMITS;
const rounds = Array.from({ length: 20 }, (_, index) => index + 1);
const pay = { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'A-1' } as const;

let test: TestDatabase;
let operatorId: UserId;
beforeAll(async () => {
  test = await createTestDatabase({ poolMax: 20 });
  operatorId = await userIn(test.db, 'operator');
});
afterAll(() => test.drop());

/** A task that ended while its payment was under way, its order on record. */
async function inDoubt(columns: TaskColumns = {}): Promise<TaskIn> {
  const running = await taskIn(test.db, 'PROCESSING', columns);
  await startStep(test.db, running.fence, pay);
  await noteStep(test.db, running.fence, 1, { orderNo: 'A-1' });
  const task = await settleTask(test.db, running.fence, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' });
  if (!task) throw new Error('the task was not settled');
  return { ...running, task };
}

const decide = ({ task }: Pick<TaskIn, 'task'>, happened: boolean, at?: Date) =>
  resolveOutcome(test.db, {
    taskId: task.id,
    happened,
    note: '구매 내역에서 확인',
    operatorId,
    limits,
    ...(at && { at }),
  });

const claimNext = async ({ task }: Pick<TaskIn, 'task'>): Promise<Fence> => {
  const fence: Fence = { taskId: task.id, attempt: task.attempt + 1, bootId: 'boot-2' };
  const claim = await claimTask(test.db, { ...fence, workerId: 'worker-2', limits });
  if (!claim) throw new Error('the task could not be claimed');
  return fence;
};

const eventsOf = async (stream: `user:${string}` | 'operators', taskId: string) =>
  (await readStream(test.db, { stream, after: 0, limit: 1_000 })).filter(({ task }) => task?.id === taskId);

describe('a resumed task', () => {
  it('is what its nest shows, also when a newer one has ended meanwhile', async () => {
    const doubtful = await inDoubt({ created_at: new Date(Date.now() - 3_600_000) });
    const { userId, nestId } = doubtful;
    const newer = await taskIn(test.db, 'SUCCESS', { user_id: userId, nest_id: nestId });
    const shown = async () => (await findNest(test.db, { nestId, userId }))?.documents.REGISTRY;
    expect(await shown()).toMatchObject({ task: { id: newer.task.id } });
    await decide(doubtful, true);
    expect(await shown()).toMatchObject({
      task: { id: doubtful.task.id, status: 'PENDING' },
      canIssue: false,
    });
    await settleTask(test.db, await claimNext(doubtful), { status: 'FAILED', code: 'AUTOMATION_FAILED' });
    expect(await shown()).toMatchObject({ task: { id: newer.task.id } });
  });
});

describe('resolveOutcome', () => {
  it('lets the same row wait again, with fresh limits, its attempt kept', async () => {
    const doubted = await inDoubt({ attempt: 3, started_at: new Date(Date.now() - 7_200_000) });
    const at = new Date();
    const answer = await decide(doubted, true, at);
    expect(answer?.outcome).toBe('resumed');
    const task = await findTask(test.db, { taskId: doubted.task.id, userId: null });
    expect(TaskView.parse(task)).toEqual(answer?.outcome === 'resumed' && answer.task);
    expect(task).toMatchObject({
      status: 'PENDING',
      version: doubted.task.version + 1,
      attempt: 3,
      errorCode: null,
      lastErrorCode: 'OUTCOME_UNKNOWN',
      pendingSince: at.toISOString(),
      timeoutAt: new Date(at.getTime() + limits.ISSUANCE_PENDING_TIMEOUT_MS).toISOString(),
      startedAt: null,
      settledAt: null,
    });
    await claimNext(doubted);
    const running = await findTask(test.db, { taskId: doubted.task.id, userId: null });
    expect(Date.parse(running?.timeoutAt ?? '')).toBeGreaterThan(
      Date.now() + limits.ISSUANCE_PROCESSING_TIMEOUT_MS - 60_000,
    );
  });

  it('has all its attempts again, however many it had used', async () => {
    const doubtful = await inDoubt();
    await decide(doubtful, false);
    const claim = await claimTask(test.db, {
      taskId: doubtful.task.id,
      attempt: doubtful.task.attempt + 1,
      bootId: 'boot-2',
      workerId: 'worker-2',
      limits,
    });
    expect(claim?.attemptsBefore).toBe(doubtful.task.attempt);
  });

  it('“it happened” makes the step done with what was noted: the next attempt does not run it', async () => {
    const doubted = await inDoubt();
    await decide(doubted, true);
    expect(await taskSteps(test.db, doubted.task.id)).toMatchObject([
      { status: 'DONE', output: { orderNo: 'A-1' }, error: null },
    ]);
    const fence = await claimNext(doubted);
    expect(await startStep(test.db, fence, pay)).toMatchObject({ state: 'done', output: { orderNo: 'A-1' } });
  });

  it('“it did not” makes the step free again, under the same key and order', async () => {
    const doubted = await inDoubt();
    await decide(doubted, false);
    const fence = await claimNext(doubted);
    expect(await startStep(test.db, fence, { ...pay, idempotencyKey: 'B-2' })).toEqual({
      state: 'run',
      output: { orderNo: 'A-1' },
      idempotencyKey: 'A-1',
    });
  });

  it('does not undo what the sweep has proved: a purchase found stays done', async () => {
    const doubted = await inDoubt();
    const found = { taskId: doubted.task.id, position: 1, attempt: doubted.task.attempt };
    await recordReconciled(test.db, { ...found, happened: true, output: { orderNo: 'A-9' } });
    await decide(doubted, false);
    expect(await taskSteps(test.db, doubted.task.id)).toMatchObject([
      { status: 'DONE', output: { orderNo: 'A-9' } },
    ]);
  });

  it('is told to the user and to the operators, and recorded with who, what and why', async () => {
    const doubted = await inDoubt();
    const answer = await decide(doubted, false);
    const task = answer?.outcome === 'resumed' && answer.task;
    for (const stream of [`user:${doubted.userId}`, 'operators'] as const) {
      const events = await eventsOf(stream, doubted.task.id);
      expect(events.map(({ type }) => type)).toEqual(['task.resolved', 'task.accepted']);
      expect(events.at(-1)?.task).toEqual(task);
    }
    const actions = await listOperatorActions(test.db, { taskId: doubted.task.id, limit: 10 });
    expect(actions.items).toMatchObject([
      {
        action: 'outcome.resolved',
        operatorId,
        taskId: doubted.task.id,
        note: '구매 내역에서 확인',
        detail: { happened: false },
      },
    ]);
  });

  it('answers “not in doubt” for any other task, active or settled, and records nothing', async () => {
    for (const situation of ['PENDING', 'PROCESSING', 'WAITING', 'SUCCESS', 'FAILED'] as const) {
      const other = await taskIn(test.db, situation);
      expect(await decide(other, true)).toEqual({ outcome: 'not_in_doubt', task: other.task });
      expect((await listOperatorActions(test.db, { taskId: other.task.id, limit: 1 })).items).toEqual([]);
    }
  });

  it('answers null for a task that is not there', async () => {
    const { task } = await taskIn(test.db, 'PENDING');
    const unknown = `${task.id.slice(0, -1)}${task.id.endsWith('0') ? '1' : '0'}` as typeof task.id;
    expect(await decide({ task: { ...task, id: unknown } }, true)).toBeNull();
  });

  it('is refused while another task does the same by now, and changes nothing', async () => {
    const doubted = await inDoubt();
    await taskIn(test.db, 'PENDING', { user_id: doubted.userId, nest_id: doubted.nestId });
    expect(await decide(doubted, true)).toEqual({ outcome: 'slot_taken' });
    expect(await findTask(test.db, { taskId: doubted.task.id, userId: null })).toEqual(doubted.task);
    expect(await taskSteps(test.db, doubted.task.id)).toMatchObject([{ status: 'STARTED' }]);
    expect((await listOperatorActions(test.db, { taskId: doubted.task.id, limit: 1 })).items).toEqual([]);
  });

  it('closes a task whose nest was removed meanwhile, keeping the purchase on record', async () => {
    const doubted = await inDoubt();
    await removeNest(test.db, { nestId: doubted.nestId, userId: doubted.userId });
    const answer = await decide(doubted, true);
    expect(answer).toMatchObject({
      outcome: 'closed',
      task: { status: 'FAILED', errorCode: 'CANCELLED', version: doubted.task.version + 1 },
    });
    expect(await taskSteps(test.db, doubted.task.id)).toMatchObject([{ status: 'DONE' }]);
    expect((await listOperatorActions(test.db, { taskId: doubted.task.id, limit: 1 })).items).toHaveLength(1);
    expect(await decide(doubted, true)).toMatchObject({ outcome: 'not_in_doubt' });
  });
});

describe('races', () => {
  it.each(rounds)('of two decisions one counts, and it alone is recorded (%i)', async () => {
    const doubted = await inDoubt();
    const answers = await Promise.all([decide(doubted, true), decide(doubted, false)]);
    expect(answers.map((answer) => answer?.outcome).sort()).toEqual(['not_in_doubt', 'resumed']);
    const { items } = await listOperatorActions(test.db, { taskId: doubted.task.id, limit: 10 });
    const happened = answers[0]?.outcome === 'resumed';
    expect(items.map(({ detail }) => detail)).toEqual([{ happened }]);
    const [step] = await taskSteps(test.db, doubted.task.id);
    expect(step?.status).toBe(happened ? 'DONE' : 'PENDING');
    expect(await eventsOf(`user:${doubted.userId}`, doubted.task.id)).toHaveLength(2);
  });

  it.each(rounds)(
    'of a decision and a new request for the same document one gets the place (%i)',
    async () => {
      const doubted = await inDoubt();
      const { userId, nestId } = doubted;
      const [answer, accepted] = await Promise.all([
        decide(doubted, true),
        acceptTask(test.db, { kind: 'issuance', userId, nestId, docType: 'REGISTRY', input: {}, limits }),
      ]);
      expect([answer?.outcome, accepted.outcome]).toEqual(
        accepted.outcome === 'accepted' ? ['slot_taken', 'accepted'] : ['resumed', 'reused'],
      );
      if (accepted.outcome === 'reused') expect(accepted.task.id).toBe(doubted.task.id);
    },
  );

  it.each(rounds)('of a decision and the removal of the nest: resumed or closed (%i)', async () => {
    const doubted = await inDoubt();
    const [answer, removed] = await Promise.all([
      decide(doubted, true),
      removeNest(test.db, { nestId: doubted.nestId, userId: doubted.userId }),
    ]);
    const outcome = answer?.outcome;
    expect([outcome, removed]).toEqual(
      outcome === 'resumed' ? ['resumed', 'active_tasks'] : ['closed', 'removed'],
    );
  });

  it.each(rounds)('of a decision and a finding of the sweep: the step ends once (%i)', async () => {
    const doubted = await inDoubt();
    const [open] = (await openOnceSteps(test.db, { batch: 1_000 })).filter(
      ({ taskId }) => taskId === doubted.task.id,
    );
    if (!open) throw new Error('the step is not open');
    const [answer, recorded] = await Promise.all([
      decide(doubted, false),
      recordReconciled(test.db, { ...open, happened: true, output: { orderNo: 'A-9' } }),
    ]);
    expect(answer?.outcome).toBe('resumed');
    const [step] = await taskSteps(test.db, doubted.task.id);
    expect(step?.status).toBe(recorded ? 'DONE' : 'PENDING');
  });
});
