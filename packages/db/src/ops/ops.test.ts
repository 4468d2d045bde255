import {
  DEFAULT_LIMITS,
  OperatorActionView,
  OperatorTask,
  OverviewView,
  SweepRunView,
  type TaskId,
  TaskTimeline,
  type UserId,
} from '@dungji/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grantCredits } from '../credit/grant.ts';
import { planObject } from '../document/object.ts';
import { handOver } from '../generation/hand-over.ts';
import { recordLook, takeLook } from '../generation/look.ts';
import { failGeneration, markReady } from '../generation/settle-generated.ts';
import { acceptTask } from '../task/accept.ts';
import { cancelTask } from '../task/cancel.ts';
import { claimTask } from '../task/claim.ts';
import { reportProgress } from '../task/progress.ts';
import { retryTask } from '../task/retry.ts';
import { settleTask } from '../task/settle.ts';
import { startStep } from '../task/step.ts';
import { findSweep, recordSweep, sweepHistory } from '../task/sweep-run.ts';
import { createTestDatabase, type TestDatabase, taskIn, userIn } from '../testing/index.ts';
import { listOperatorActions, recordAction } from './actions.ts';
import { overview } from './overview.ts';
import { opsTasks } from './tasks.ts';
import { taskTimeline } from './timeline.ts';

let test: TestDatabase;
let operatorId: UserId;
beforeEach(async () => {
  test = await createTestDatabase();
  operatorId = await userIn(test.db, 'operator');
});
afterEach(() => test.drop());

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const NOTHING = { examined: 0, redispatched: 0, settled: 0, refunded: 0, objectsDeleted: 0, errors: 0 };

describe('the audit', () => {
  it('tells who did what to which task, newest first, page by page', async () => {
    const { task } = await taskIn(test.db, 'FAILED');
    await recordAction(test.db, { operatorId, action: 'sweep.requested', detail: { settled: 3 } });
    await recordAction(test.db, { operatorId, action: 'artefact.opened', taskId: task.id });
    const first = await listOperatorActions(test.db, { limit: 1 });
    const second = await listOperatorActions(test.db, { limit: 1, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map(({ action }) => action)).toEqual([
      'artefact.opened',
      'sweep.requested',
    ]);
    expect(second.nextCursor).toBeNull();
    for (const item of first.items) expect(OperatorActionView.parse(item)).toEqual(item);
    expect(second.items[0]).toMatchObject({ operatorId, detail: { settled: 3 }, taskId: null, note: null });
    const ofTask = await listOperatorActions(test.db, { taskId: task.id, limit: 10 });
    expect(ofTask.items).toHaveLength(1);
    const ofKind = await listOperatorActions(test.db, { action: 'sweep.requested', limit: 10 });
    expect(ofKind.items).toHaveLength(1);
  });

  it.each([
    'UPDATE operator_action SET note = NULL',
    'DELETE FROM operator_action',
    'TRUNCATE operator_action',
  ])('refuses %s', async (statement) => {
    await recordAction(test.db, { operatorId, action: 'sweep.requested' });
    await expect(test.db.query(statement)).rejects.toThrow('operator_action is append-only');
  });

  it('has an operator’s cancel of another’s task, and not a person’s cancel of their own', async () => {
    const [theirs, own] = [await taskIn(test.db, 'PROCESSING'), await taskIn(test.db, 'PROCESSING')];
    await cancelTask(test.db, { taskId: theirs.task.id, by: { userId: operatorId, role: 'operator' } });
    await cancelTask(test.db, { taskId: own.task.id, by: { userId: own.userId, role: 'operator' } });
    await cancelTask(test.db, { taskId: theirs.task.id, by: { userId: operatorId, role: 'operator' } });
    const { items } = await listOperatorActions(test.db, { limit: 10 });
    expect(items).toMatchObject([{ action: 'task.cancelled', taskId: theirs.task.id, operatorId }]);
  });
});

describe('the overview', () => {
  it('of nothing is all zeros', async () => {
    const view = await overview(test.db);
    expect(OverviewView.parse(view)).toEqual(view);
    expect(view).toMatchObject({ active: [], inDoubt: 0, settled24h: [], lastSweep: null });
    expect(view.sweeps24h).toEqual({ runs: 0, ...NOTHING });
  });

  it('counts what is active, in doubt, overdue, missing its worker, and settled within a day', async () => {
    const oldest = ago(HOUR_MS);
    await taskIn(test.db, 'PENDING', { pending_at: oldest, deadline_at: ago(1_000) });
    await taskIn(test.db, 'PENDING');
    const { fence } = await taskIn(test.db, 'PROCESSING', { worker_missing_since: ago(1_000) });
    await startStep(test.db, fence, { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'k' });
    await taskIn(test.db, 'WAITING');
    const doubted = await taskIn(test.db, 'PROCESSING');
    await startStep(test.db, doubted.fence, { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'k' });
    await settleTask(test.db, doubted.fence, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    await taskIn(test.db, 'SUCCESS');
    await taskIn(test.db, 'SUCCESS');
    await taskIn(test.db, 'FAILED', { settled_at: ago(25 * HOUR_MS) });
    await recordSweep(test.db, { by: 'worker', result: { ...NOTHING, settled: 2 }, at: ago(2_000) });
    await recordSweep(test.db, { by: 'api', result: { ...NOTHING, settled: 1, errors: 1 } });

    const view = await overview(test.db);
    expect(OverviewView.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      active: [
        { kind: 'issuance', status: 'PENDING', count: 2 },
        { kind: 'issuance', status: 'PROCESSING', count: 2 },
      ],
      waitingForRetry: 1,
      workerMissing: 1,
      oldestPendingSince: oldest.toISOString(),
      overdue: 1,
      inDoubt: 1,
      openOnceSteps: 1,
      settled24h: [
        { kind: 'issuance', errorCode: null, count: 2 },
        { kind: 'issuance', errorCode: 'OUTCOME_UNKNOWN', count: 1 },
      ],
      lastSweep: { by: 'api', result: { settled: 1 } },
      sweeps24h: { runs: 2, settled: 3, errors: 1 },
    });
  });
});

describe('the numbers of videos and credits', () => {
  it('tell what is at the provider, what is ready there and cannot be had, and what was paid and given back', async () => {
    const userId = await userIn(test.db);
    await grantCredits(test.db, { userId, amount: 30, note: 'n', key: 'k', grantedBy: operatorId });
    const tasks = await Promise.all(
      [0, 1, 2].map(async () => {
        const answer = await acceptTask(test.db, {
          kind: 'generation',
          userId,
          input: { prompt: 'a house', seconds: 5, imageUrl: 'https://example.com/a.png' },
          cost: 10,
          limits: DEFAULT_LIMITS,
        });
        if (answer.outcome !== 'accepted') throw new Error(answer.outcome);
        const fence = { taskId: answer.task.id, attempt: 1, bootId: 'boot-1' };
        await claimTask(test.db, { ...fence, workerId: 'worker-1', limits: DEFAULT_LIMITS });
        await handOver(test.db, fence, { providerTaskId: answer.task.id, askAfterMs: 0 });
        return answer.task.id;
      }),
    );
    const [rendering, missing, failed] = tasks as [TaskId, TaskId, TaskId];
    await markReady(test.db, missing);
    for (const taskId of [rendering, missing]) {
      const look = await takeLook(test.db, { taskId, queries: 0 }, 60_000);
      if (!look) throw new Error('there was nothing to look at');
      await recordLook(test.db, look, { problem: 'nothing to be had' });
    }
    await failGeneration(test.db, { taskId: failed, code: 'PROVIDER_FAILED' });
    await test.db.query(
      `UPDATE generation SET next_check_at = now() - interval '2 minutes' WHERE task_id = $1`,
      [rendering],
    );

    const { generations, credits } = await overview(test.db);
    expect(generations).toEqual({
      rendering: 2,
      askOverdue: 1,
      resultMissing: 1,
      oldestRenderingSince: expect.any(String),
    });
    expect(credits).toEqual({ charged24h: 30, refunded24h: 10, granted24h: 30, mismatches: 0 });
  });
});

describe('everybody’s tasks', () => {
  it('are filtered by each property, and by several at once', async () => {
    const pending = await taskIn(test.db, 'PENDING');
    const running = await taskIn(test.db, 'PROCESSING', { worker_id: 'worker-7' });
    const failed = await taskIn(test.db, 'FAILED');
    const doubted = await taskIn(test.db, 'IN_DOUBT');
    const ids = async (query: Omit<Parameters<typeof opsTasks>[1], 'limit'>) =>
      (await opsTasks(test.db, { ...query, limit: 10 })).items.map(({ id }) => id);
    const all = [doubted, failed, running, pending].map(({ task }) => task.id);
    expect(await ids({})).toEqual(all);
    expect(await ids({ kind: 'issuance' })).toEqual(all);
    expect(await ids({ kind: 'ocr' })).toEqual([]);
    expect(await ids({ status: 'PENDING' })).toEqual([pending.task.id]);
    expect(await ids({ status: 'PROCESSING' })).toEqual([running.task.id]);
    expect(await ids({ status: 'FAILED' })).toEqual([doubted.task.id, failed.task.id]);
    expect(await ids({ code: 'AUTOMATION_FAILED' })).toEqual([failed.task.id]);
    expect(await ids({ inDoubt: true })).toEqual([doubted.task.id]);
    expect(await ids({ workerId: 'worker-7' })).toEqual([running.task.id]);
    expect(await ids({ userId: failed.userId, status: 'FAILED' })).toEqual([failed.task.id]);
    expect(await ids({ nestId: pending.nestId, kind: 'issuance' })).toEqual([pending.task.id]);
    expect(await ids({ userId: failed.userId, status: 'PENDING' })).toEqual([]);
  });

  it('come page by page, as the contract spells them', async () => {
    for (let count = 0; count < 5; count += 1) await taskIn(test.db, 'PENDING');
    const first = await opsTasks(test.db, { limit: 3 });
    const second = await opsTasks(test.db, { limit: 3, cursor: first.nextCursor ?? undefined });
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(5);
    expect(second.nextCursor).toBeNull();
    for (const task of first.items) expect(OperatorTask.parse(task)).toEqual(task);
  });
});

describe('the timeline of a task', () => {
  it('tells its events, attempts, steps, actions and pictures in their order', async () => {
    const { task, fence, userId } = await taskIn(test.db, 'PENDING');
    const claim = (attempt: number) =>
      claimTask(test.db, {
        taskId: task.id,
        attempt,
        workerId: `worker-${attempt}`,
        bootId: `boot-${attempt}`,
        limits: DEFAULT_LIMITS,
      });
    await claim(1);
    const first = { ...fence, attempt: 1, bootId: 'boot-1' };
    await startStep(test.db, first, { position: 1, name: 'pay', mode: 'once', idempotencyKey: 'A-1' });
    await reportProgress(test.db, first, { done: 0, total: 6, label: 'search' });
    await retryTask(test.db, first, { code: 'PORTAL_DOWN', nextRetryAt: new Date() });
    await claim(2);
    await planObject(test.db, {
      key: `screenshots/${task.id}/2.png`,
      purpose: 'screenshot',
      taskId: task.id,
    });
    await test.db.query(`UPDATE stored_object SET status = 'STORED', stored_at = now()`);
    const second = { ...fence, attempt: 2, bootId: 'boot-2' };
    await settleTask(test.db, second, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    await recordAction(test.db, { operatorId, action: 'artefact.opened', taskId: task.id });

    const timeline = await taskTimeline(test.db, task.id);
    expect(TaskTimeline.parse(timeline)).toEqual(timeline);
    expect(timeline?.task).toMatchObject({ id: task.id, userId, onceInDoubt: true });
    expect(timeline?.events.map(({ type, attempt }) => [type, attempt])).toEqual([
      ['task.started', 1],
      ['task.progressed', 1],
      ['task.retrying', 1],
      ['task.started', 2],
      ['task.resolved', 2],
    ]);
    expect(timeline?.attempts).toMatchObject([
      { attempt: 1, workerId: 'worker-1', code: 'PORTAL_DOWN', endedAt: expect.any(String) },
      { attempt: 2, workerId: 'worker-2', code: 'OUTCOME_UNKNOWN', endedAt: expect.any(String) },
    ]);
    expect(timeline?.steps).toMatchObject([{ name: 'pay', mode: 'once', idempotencyKey: 'A-1' }]);
    expect(timeline?.actions).toMatchObject([{ action: 'artefact.opened' }]);
    expect(timeline?.artefacts).toMatchObject([{ purpose: 'screenshot' }]);
  });

  it('of a video tells what the provider said last and why it has not ended', async () => {
    const { task, fence } = await taskIn(test.db, 'PROCESSING', {
      kind: 'generation',
      deadline_at: ago(-HOUR_MS),
    });
    expect((await taskTimeline(test.db, task.id))?.provider).toBeNull();
    await handOver(test.db, fence, { providerTaskId: 'p-1', askAfterMs: 0 });
    const look = await takeLook(test.db, { taskId: task.id, queries: 0 }, 60_000);
    if (!look) throw new Error('there was nothing to look at');
    await recordLook(test.db, look, { state: 'success', problem: 'success without a result' });
    const timeline = await taskTimeline(test.db, task.id);
    expect(TaskTimeline.parse(timeline)).toEqual(timeline);
    expect(timeline?.provider).toMatchObject({
      providerTaskId: 'p-1',
      state: 'success',
      queries: 1,
      lastProblem: 'success without a result',
      completedAt: null,
      nextCheckAt: expect.any(String),
    });
  });

  it('of no task is null', async () => {
    const { task } = await taskIn(test.db, 'PENDING');
    await test.db.query('DELETE FROM task WHERE id = $1', [task.id]);
    expect(await taskTimeline(test.db, task.id)).toBeNull();
  });
});

describe('the history of sweeps', () => {
  it('is told newest first, page by page, and a run can be waited for by its id', async () => {
    await recordSweep(test.db, { by: 'worker', result: NOTHING });
    expect(await findSweep(test.db, 'swp_awaited')).toBeNull();
    await recordSweep(test.db, { by: 'operator', result: { ...NOTHING, settled: 4 }, id: 'swp_awaited' });
    const run = await findSweep(test.db, 'swp_awaited');
    expect(SweepRunView.parse(run)).toEqual(run);
    expect(run?.result.settled).toBe(4);
    const first = await sweepHistory(test.db, { limit: 1 });
    const second = await sweepHistory(test.db, { limit: 1, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map(({ by }) => by)).toEqual(['operator', 'worker']);
    expect(second.nextCursor).toBeNull();
  });
});
