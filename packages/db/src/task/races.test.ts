import { DEFAULT_LIMITS, type TaskView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../db.ts';
import { removeNest } from '../nest/remove.ts';
import { readStream } from '../stream/read.ts';
import { createTestDatabase, nestIn, type TaskIn, type TestDatabase, taskIn } from '../testing/index.ts';
import { type AcceptTask, acceptTask } from './accept.ts';
import { cancelTask } from './cancel.ts';
import { claimTask } from './claim.ts';
import { failTask } from './fail.ts';
import { reportProgress } from './progress.ts';
import { findTask } from './read.ts';
import { retryTask } from './retry.ts';
import { settleTask } from './settle.ts';
import { sweepOverdue } from './sweep-limits.ts';

const limits = DEFAULT_LIMITS;
/** Enough for each pair of statements to meet in both orders on a machine with two cores. */
const ROUNDS = 20;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ poolMax: 20 });
});
afterAll(() => test.drop());

const twenty = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => call(index)));

const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);

async function issuance(): Promise<AcceptTask> {
  const { nestId, userId } = await nestIn(test.db);
  return { kind: 'issuance', userId, nestId, docType: 'REGISTRY', input: { nestId }, limits };
}

const claim = ({ task }: Pick<TaskIn, 'task'>, bootId = 'boot-2') =>
  claimTask(test.db, { taskId: task.id, attempt: task.attempt + 1, workerId: 'worker-2', bootId, limits });

const eventsOf = (userId: TaskIn['userId']) =>
  readStream(test.db, { stream: `user:${userId}`, after: 0, limit: 1_000 });

/** Exactly one of the racers moved the task, the row says the same, and it was told once. */
async function expectOneWinner(it: TaskIn, racers: readonly (TaskView | null)[]): Promise<TaskView> {
  const winners = racers.filter((view) => view !== null);
  expect(winners).toHaveLength(1);
  const row = await findTask(test.db, { taskId: it.task.id, userId: null });
  expect(row).toEqual(winners[0]);
  expect((await eventsOf(it.userId)).map((event) => event.task)).toEqual(winners);
  if (!row) throw new Error('the task is gone');
  return row;
}

describe('accept', () => {
  it('of twenty equal requests at once makes one task, told once', async () => {
    const ask = await issuance();
    const answers = await twenty(() => acceptTask(test.db, ask));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'reused')).toHaveLength(19);
    const ids = new Set(answers.map((answer) => ('task' in answer ? answer.task.id : null)));
    expect(ids.size).toBe(1);
    expect(await eventsOf(ask.userId)).toHaveLength(1);
  });

  it('of twenty requests with one key at once makes one task', async () => {
    const ask = await issuance();
    const idempotency = { procedure: 'issuance.request', key: 'k', inputHash: 'h' };
    const answers = await twenty(() => acceptTask(test.db, { ...ask, idempotency }));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'reused')).toHaveLength(19);
  });

  it('of twenty different requests with one key at once makes one task and nineteen conflicts', async () => {
    const ask = await issuance();
    const answers = await twenty(async (index) => {
      const { nestId } = await nestIn(test.db, ask.userId);
      const idempotency = { procedure: 'issuance.request', key: 'k', inputHash: `h${index}` };
      return acceptTask(test.db, { ...ask, nestId, idempotency });
    });
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'conflict')).toHaveLength(19);
    const { rows } = await test.db.query('SELECT FROM task WHERE user_id = $1', [ask.userId]);
    expect(rows).toHaveLength(1);
  });

  it('of twenty requests with keys of their own makes one task, and every key names it', async () => {
    const ask = await issuance();
    const withKey = (index: number) => ({
      ...ask,
      idempotency: { procedure: 'issuance.request', key: `k${index}`, inputHash: 'h' },
    });
    const answers = await twenty((index) => acceptTask(test.db, withKey(index)));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    const { rows } = await test.db.query<{ task_id: string }>(
      'SELECT DISTINCT task_id FROM idempotency WHERE user_id = $1',
      [ask.userId],
    );
    expect(rows).toHaveLength(1);
    const again = await twenty((index) => acceptTask(test.db, withKey(index)));
    expect(again.every((answer) => answer.outcome === 'reused')).toBe(true);
  });

  it('of twenty requests over one stale PENDING row fails it once and makes one successor', async () => {
    const stale = await taskIn(test.db, 'PENDING', { deadline_at: new Date(Date.now() - 1_000) });
    const ask: AcceptTask = {
      kind: 'issuance',
      userId: stale.userId,
      nestId: stale.nestId,
      docType: 'REGISTRY',
      input: {},
      limits,
    };
    const answers = await twenty(() => acceptTask(test.db, ask));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'reused')).toHaveLength(19);
    const events = await eventsOf(stale.userId);
    expect(events.map((event) => [event.type, event.task?.errorCode ?? null])).toEqual([
      ['task.resolved', 'STALE_PENDING'],
      ['task.accepted', null],
    ]);
  });

  it.each(rounds)(
    'over a stale PENDING row that is being claimed: replaced or reused, never both (%i)',
    async () => {
      const stale = await taskIn(test.db, 'PENDING', { deadline_at: new Date(Date.now() - 1_000) });
      const [answer, claimed] = await Promise.all([
        acceptTask(test.db, {
          kind: 'issuance',
          userId: stale.userId,
          nestId: stale.nestId,
          docType: 'REGISTRY',
          input: {},
          limits,
        }),
        claim(stale),
      ]);
      expect(answer.outcome).toBe(claimed ? 'reused' : 'accepted');
    },
  );

  it.each(rounds)('of a nest that is being removed: a task of a living nest, or none (%i)', async () => {
    const ask = await issuance();
    if (!ask.nestId) throw new Error('an issuance names its nest');
    const [answer, removed] = await Promise.all([
      acceptTask(test.db, ask),
      removeNest(test.db, { nestId: ask.nestId, userId: ask.userId }),
    ]);
    expect([answer.outcome, removed]).toEqual(
      removed === 'removed' ? ['missing', 'removed'] : ['accepted', 'active_tasks'],
    );
  });
});

describe('claim', () => {
  it('gives a task to exactly one of twenty workers', async () => {
    const pending = await taskIn(test.db, 'PENDING');
    const claims = await twenty((index) => claim(pending, `boot-${index}`));
    const row = await expectOneWinner(
      pending,
      claims.map((one) => one?.task ?? null),
    );
    expect(row.attempt).toBe(1);
  });

  it.each(rounds)('and a failed dispatch of the same attempt: one of them wins (%i)', async () => {
    const pending = await taskIn(test.db, 'PENDING');
    const { id: taskId, attempt } = pending.task;
    const [claimed, failed] = await Promise.all([
      claim(pending),
      failTask(test.db, { taskId, attempt, from: 'PENDING', code: 'DISPATCH_FAILED' }),
    ]);
    await expectOneWinner(pending, [claimed?.task ?? null, failed]);
  });

  it('by the run of an attempt that is long over changes nothing', async () => {
    const waiting = await taskIn(test.db, 'WAITING');
    expect(
      await claimTask(test.db, { taskId: waiting.task.id, attempt: 1, workerId: 'w', bootId: 'b', limits }),
    ).toBeNull();
  });
});

describe('settle', () => {
  it.each(rounds)('and a cancel: one of them wins (%i)', async () => {
    const running = await taskIn(test.db, 'PROCESSING');
    const { userId, task, fence } = running;
    const [settled, cancelled] = await Promise.all([
      settleTask(test.db, fence, { status: 'SUCCESS', result: {} }),
      cancelTask(test.db, { taskId: task.id, by: { userId, role: 'member' } }),
    ]);
    await expectOneWinner(running, [settled, cancelled?.outcome === 'cancelled' ? cancelled.task : null]);
    expect(cancelled?.task.settledAt).not.toBeNull();
  });

  it.each(rounds)('and two sweeps of its limit: one of them wins (%i)', async () => {
    const running = await taskIn(test.db, 'PROCESSING', { deadline_at: new Date(Date.now() - 1_000) });
    const [settled, one, two] = await Promise.all([
      settleTask(test.db, running.fence, { status: 'SUCCESS', result: {} }),
      sweepOverdue(test.db, { batch: 10, userId: running.userId }),
      sweepOverdue(test.db, { batch: 10, userId: running.userId }),
    ]);
    expect((settled ? 1 : 0) + one.settled + two.settled).toBeLessThanOrEqual(1);
    // A sweep that met a locked row passed it; the next one settles it if nobody else did.
    await sweepOverdue(test.db, { batch: 10, userId: running.userId });
    const events = await eventsOf(running.userId);
    expect(events.map((event) => event.type)).toEqual(['task.resolved']);
  });

  it('by an old attempt changes nothing, nor does its progress or retry', async () => {
    const running = await taskIn(test.db, 'PROCESSING', { attempt: 2 });
    const old = { ...running.fence, attempt: 1 };
    expect(await settleTask(test.db, old, { status: 'SUCCESS', result: {} })).toBeNull();
    expect(await reportProgress(test.db, old, { done: 1, total: 2, label: '' })).toBeNull();
    expect(await retryTask(test.db, old, { code: 'UNKNOWN', nextRetryAt: new Date() })).toBeNull();
    expect(await eventsOf(running.userId)).toEqual([]);
  });

  it('by a restarted worker of the same name changes nothing: its boot is another', async () => {
    const running = await taskIn(test.db, 'PROCESSING');
    const reborn = { ...running.fence, bootId: 'boot-2' };
    expect(await settleTask(test.db, reborn, { status: 'SUCCESS', result: {} })).toBeNull();
  });
});

describe('numbers of a stream', () => {
  it('are gapless and in commit order under twenty writers, some of which roll back', async () => {
    const { userId, nestId } = await nestIn(test.db);
    const tasks = await twenty(() =>
      taskIn(test.db, 'PROCESSING', {
        user_id: userId,
        nest_id: nestId,
        kind: 'generation',
      }),
    );
    const failing = new Error('rolled back on purpose');
    await Promise.all(
      tasks.flatMap(({ fence }, index) => [
        reportProgress(test.db, fence, { done: 1, total: 3, label: '' }),
        inTransaction(test.db, async (tx) => {
          await reportProgress(tx, fence, { done: 2, total: 3, label: '' });
          if (index % 2 === 0) throw failing;
        }).catch((error: unknown) => {
          if (error !== failing) throw error;
        }),
        settleTask(test.db, fence, { status: 'SUCCESS', result: {} }),
      ]),
    );
    const events = await eventsOf(userId);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    // Within one task versions rise with the numbers: the order of the stream is the order of the commits.
    for (const { task } of tasks) {
      const versions = events
        .filter((event) => event.task?.id === task.id)
        .map((event) => event.task?.version ?? 0);
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
    }
  });

  it('of two streams in one change do not lock each other out', async () => {
    const tasks = await twenty(() => taskIn(test.db, 'PROCESSING'));
    const settled = await Promise.all(
      tasks.map(({ fence }) => settleTask(test.db, fence, { status: 'FAILED', code: 'OUTCOME_UNKNOWN' })),
    );
    expect(settled.every((view) => view?.status === 'FAILED')).toBe(true);
    const events = await readStream(test.db, { stream: 'operators', after: 0, limit: 100 });
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});
