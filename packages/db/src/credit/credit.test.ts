import {
  DEFAULT_LIMITS,
  GENERATION_COSTS,
  type TaskErrorCode,
  type TaskView,
  type UserId,
} from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handOver } from '../generation/hand-over.ts';
import { dueGenerations } from '../generation/look.ts';
import { failGeneration } from '../generation/settle-generated.ts';
import { readStream } from '../stream/read.ts';
import { type AcceptPaidTask, acceptTask } from '../task/accept.ts';
import { cancelTask } from '../task/cancel.ts';
import { claimTask } from '../task/claim.ts';
import { failTask } from '../task/fail.ts';
import { findTask } from '../task/read.ts';
import { settleTask } from '../task/settle.ts';
import { sweepOverdue } from '../task/sweep-limits.ts';
import { markWorkerMissing, takeTask } from '../task/sweep-owners.ts';
import { createTestDatabase, type TestDatabase, userIn } from '../testing/index.ts';
import { grantCredits } from './grant.ts';
import { creditBalance, creditLedger } from './read.ts';

const limits = DEFAULT_LIMITS;
const PRICE = GENERATION_COSTS[5];
const LONG_AFTER = new Date(Date.now() + 365 * 86_400_000);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ poolMax: 20 });
});
afterAll(() => test.drop());

let grants = 0;
async function personWith(balance: number): Promise<UserId> {
  const userId = await userIn(test.db);
  grants += 1;
  if (balance > 0)
    await grantCredits(test.db, {
      userId,
      amount: balance,
      note: 'test',
      key: `k${grants}`,
      grantedBy: null,
    });
  return userId;
}

const ask = (userId: UserId, key?: string): AcceptPaidTask => ({
  kind: 'generation',
  userId,
  input: { prompt: 'a house', seconds: 5, imageUrl: 'https://example.com/a.png' },
  cost: PRICE,
  limits,
  ...(key !== undefined && { idempotency: { procedure: 'generations.request', key, inputHash: 'h' } }),
});

async function accepted(userId: UserId, key?: string): Promise<TaskView> {
  const answer = await acceptTask(test.db, ask(userId, key));
  if (answer.outcome !== 'accepted') throw new Error(`it was ${answer.outcome}`);
  return answer.task;
}

const ten = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 10 }, (_, index) => call(index)));

const ledger = async (userId: UserId) =>
  (await creditLedger(test.db, { userId, limit: 100 })).items
    .map(({ reason, amount, balanceAfter, taskId }) => ({ reason, amount, balanceAfter, taskId }))
    .reverse();

const eventsOf = async (userId: UserId) =>
  (await readStream(test.db, { stream: `user:${userId}`, after: 0, limit: 1_000 })).map((event) => ({
    seq: event.seq,
    type: event.type,
    ...(event.credits && { balance: event.credits.balance }),
  }));

const claimed = (task: TaskView) =>
  claimTask(test.db, { taskId: task.id, attempt: task.attempt + 1, workerId: 'w', bootId: 'boot-1', limits });
const fenceOf = (task: TaskView) => ({ taskId: task.id, attempt: 1, bootId: 'boot-1' });

describe('the charge', () => {
  it('is taken in the statement that accepts, and told with the rest', async () => {
    const userId = await personWith(25);
    const answer = await acceptTask(test.db, ask(userId));
    expect(answer).toMatchObject({ outcome: 'accepted', balance: 15 });
    const task = 'task' in answer ? answer.task : null;
    expect(await ledger(userId)).toEqual([
      { reason: 'GRANT', amount: 25, balanceAfter: 25, taskId: null },
      { reason: 'CHARGE', amount: -10, balanceAfter: 15, taskId: task?.id },
    ]);
    expect(await eventsOf(userId)).toEqual([
      { seq: 1, type: 'credits.changed', balance: 25 },
      { seq: 2, type: 'task.accepted' },
      { seq: 3, type: 'credits.changed', balance: 15 },
    ]);
  });

  it('with credits for one is taken from one of ten requests at once', async () => {
    const userId = await personWith(PRICE);
    const answers = await ten(() => acceptTask(test.db, ask(userId)));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'unaffordable')).toHaveLength(9);
    expect(await creditBalance(test.db, userId)).toBe(0);
    expect((await ledger(userId)).map((entry) => entry.reason)).toEqual(['GRANT', 'CHARGE']);
  });

  it('with credits for ten is taken from each of ten requests at once, without a gap', async () => {
    const userId = await personWith(10 * PRICE);
    const answers = await ten((index) => acceptTask(test.db, ask(userId, `own-${index}`)));
    expect(answers.every((answer) => answer.outcome === 'accepted')).toBe(true);
    expect((await ledger(userId)).map((entry) => entry.balanceAfter)).toEqual([
      100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0,
    ]);
  });

  it('of ten requests with one key and credits for one is taken once, and the others get that task', async () => {
    const userId = await personWith(PRICE);
    const answers = await ten(() => acceptTask(test.db, ask(userId, 'same')));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'reused')).toHaveLength(9);
    expect(await creditBalance(test.db, userId)).toBe(0);
  });

  it.each([0, PRICE - 1])(
    'with a balance of %d is refused and changes nothing, with a key too',
    async (balance) => {
      const userId = await personWith(balance);
      const before = await eventsOf(userId);
      expect(await acceptTask(test.db, ask(userId))).toEqual({ outcome: 'unaffordable' });
      expect(await acceptTask(test.db, ask(userId, 'k'))).toEqual({ outcome: 'unaffordable' });
      expect(await creditBalance(test.db, userId)).toBe(balance);
      expect(await eventsOf(userId)).toEqual(before);
      await grantCredits(test.db, { userId, amount: 50, note: 'n', key: `more-${userId}`, grantedBy: null });
      expect((await acceptTask(test.db, ask(userId, 'k'))).outcome).toBe('accepted');
    },
  );

  it('for somebody else’s picture is not taken', async () => {
    const userId = await personWith(100);
    const { outcome } = await acceptTask(test.db, {
      ...ask(userId),
      pictureId: 'doc_01J00000000000000000000000' as never,
    });
    expect(outcome).toBe('missing');
    expect(await creditBalance(test.db, userId)).toBe(100);
  });

  it('is taken again for a key that a failed dispatch freed, after the refund', async () => {
    const userId = await personWith(PRICE);
    const first = await accepted(userId, 'again');
    await failTask(test.db, { taskId: first.id, attempt: 0, from: 'PENDING', code: 'DISPATCH_FAILED' });
    const second = await accepted(userId, 'again');
    expect(second.id).not.toBe(first.id);
    expect((await ledger(userId)).map(({ reason, taskId }) => [reason, taskId])).toEqual([
      ['GRANT', null],
      ['CHARGE', first.id],
      ['REFUND', first.id],
      ['CHARGE', second.id],
    ]);
  });
});

describe('the refund', () => {
  type End = (task: TaskView) => Promise<unknown>;
  const handedOver = async (task: TaskView) => {
    await claimed(task);
    await handOver(test.db, fenceOf(task), { providerTaskId: `p-${task.id}`, askAfterMs: 0 });
  };
  const ends: [string, TaskErrorCode, End][] = [
    [
      'a queue that refused it',
      'DISPATCH_FAILED',
      (task) => failTask(test.db, { taskId: task.id, attempt: 0, from: 'PENDING', code: 'DISPATCH_FAILED' }),
    ],
    ['its PENDING limit', 'STALE_PENDING', () => sweepOverdue(test.db, { batch: 50, at: LONG_AFTER })],
    [
      'its owner’s cancel',
      'CANCELLED',
      async (task) => {
        const { rows } = await test.db.query<{ user_id: UserId }>('SELECT user_id FROM task WHERE id = $1', [
          task.id,
        ]);
        const userId = rows[0]?.user_id;
        if (userId) await cancelTask(test.db, { taskId: task.id, by: { userId, role: 'member' } });
      },
    ],
    [
      'its worker',
      'PROVIDER_REJECTED',
      async (task) => {
        await claimed(task);
        await settleTask(test.db, fenceOf(task), { status: 'FAILED', code: 'PROVIDER_REJECTED' });
      },
    ],
    [
      'the death of its worker',
      'WORKER_LOST',
      async (task) => {
        await claimed(task);
        await markWorkerMissing(test.db, fenceOf(task));
        await takeTask(test.db, { ...fenceOf(task), code: 'WORKER_LOST', retryAt: null });
      },
    ],
    [
      'what the provider says',
      'PROVIDER_FAILED',
      async (task) => {
        await handedOver(task);
        await failGeneration(test.db, { taskId: task.id, code: 'PROVIDER_FAILED' });
      },
    ],
    [
      'its ceiling',
      'ABANDONED',
      async (task) => {
        await handedOver(task);
        await sweepOverdue(test.db, { batch: 50, at: LONG_AFTER });
      },
    ],
  ];

  it.each(ends)('comes with %s, in the same statement', async (_name, code, end) => {
    const userId = await personWith(PRICE);
    const task = await accepted(userId);
    await end(task);
    expect(await findTask(test.db, { taskId: task.id, userId })).toMatchObject({
      status: 'FAILED',
      errorCode: code,
    });
    expect((await ledger(userId)).slice(1)).toEqual([
      { reason: 'CHARGE', amount: -PRICE, balanceAfter: 0, taskId: task.id },
      { reason: 'REFUND', amount: PRICE, balanceAfter: PRICE, taskId: task.id },
    ]);
    const events = await eventsOf(userId);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.slice(-2)).toMatchObject([
      { type: 'task.resolved' },
      { type: 'credits.changed', balance: PRICE },
    ]);
    expect(await dueGenerations(test.db, { batch: 10, order: 'longest', userId })).toEqual([]);
  });

  it('of ten enders at once comes once', async () => {
    const userId = await personWith(PRICE);
    const task = await accepted(userId);
    await handedOver(task);
    await ten(async (index) => {
      if (index % 3 === 0) return sweepOverdue(test.db, { batch: 50, at: LONG_AFTER, userId });
      if (index % 3 === 1) return failGeneration(test.db, { taskId: task.id, code: 'RESULT_MISSING' });
      return cancelTask(test.db, { taskId: task.id, by: { userId, role: 'member' } });
    });
    expect((await ledger(userId)).map((entry) => entry.reason)).toEqual(['GRANT', 'CHARGE', 'REFUND']);
  });

  it('of ten tasks that end at once loses none', async () => {
    const userId = await personWith(10 * PRICE);
    const tasks = await ten(() => accepted(userId));
    await Promise.all(
      tasks.map((task) => cancelTask(test.db, { taskId: task.id, by: { userId, role: 'member' } })),
    );
    expect(await creditBalance(test.db, userId)).toBe(10 * PRICE);
    const entries = await ledger(userId);
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(10 * PRICE);
    expect(entries.slice(11).map((entry) => entry.balanceAfter)).toEqual(
      Array.from({ length: 10 }, (_, index) => (index + 1) * PRICE),
    );
  });

  it('and charges of one person at once neither deadlock nor lose a credit', async () => {
    const userId = await personWith(5 * PRICE);
    for (let round = 0; round < 20; round += 1) {
      await ten(async () => {
        const answer = await acceptTask(test.db, ask(userId));
        if (answer.outcome === 'accepted')
          await cancelTask(test.db, { taskId: answer.task.id, by: { userId, role: 'member' } });
      });
    }
    expect(await creditBalance(test.db, userId)).toBe(5 * PRICE);
  });
});

describe('a grant', () => {
  it('of one key at once in ten calls is given once, and all hear the same', async () => {
    const userId = await userIn(test.db);
    const admin = await userIn(test.db, 'admin');
    const grant = { userId, amount: 7, note: '환영', key: `ten-${userId}`, grantedBy: admin };
    const answers = await ten(() => grantCredits(test.db, grant));
    expect(answers.filter((answer) => answer?.outcome === 'granted')).toHaveLength(1);
    expect(answers.map((answer) => answer && 'balance' in answer && answer.balance)).toEqual(
      Array.from({ length: 10 }, () => 7),
    );
    const { rows } = await test.db.query(
      `SELECT FROM operator_action WHERE action = 'credits.granted' AND operator_id = $1`,
      [admin],
    );
    expect(rows).toHaveLength(1);
  });

  it('under a used key for another amount or person is a conflict, and to nobody it is nothing', async () => {
    const userId = await userIn(test.db);
    const other = await userIn(test.db);
    const grant = { userId, amount: 7, note: 'n', key: `conflict-${userId}`, grantedBy: null };
    await grantCredits(test.db, grant);
    expect(await grantCredits(test.db, { ...grant, amount: 8 })).toEqual({ outcome: 'conflict' });
    expect(await grantCredits(test.db, { ...grant, userId: other })).toEqual({ outcome: 'conflict' });
    expect(await grantCredits(test.db, { ...grant, userId: 'usr_x' as UserId, key: 'other' })).toBeNull();
    expect(await creditBalance(test.db, other)).toBe(0);
  });
});

describe('the ledger', () => {
  it('cannot be rewritten', async () => {
    await personWith(1);
    await expect(test.db.query('UPDATE credit_entry SET amount = 2')).rejects.toThrow(/append-only/);
    await expect(test.db.query('DELETE FROM credit_entry')).rejects.toThrow(/append-only/);
  });

  it('never falls below zero, whoever writes', async () => {
    const userId = await personWith(1);
    await expect(
      test.db.query('UPDATE credit_account SET balance = -1 WHERE user_id = $1', [userId]),
    ).rejects.toMatchObject({ constraint: 'balance_is_not_negative' });
  });

  it('is read page by page, newest first, without repeats', async () => {
    const userId = await personWith(3);
    for (const key of ['a', 'b'])
      await grantCredits(test.db, { userId, amount: 1, note: 'n', key: `${key}-${userId}`, grantedBy: null });
    const first = await creditLedger(test.db, { userId, limit: 2 });
    expect(first.items.map((entry) => entry.balanceAfter)).toEqual([5, 4]);
    const second = await creditLedger(test.db, { userId, limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ items: [{ balanceAfter: 3 }], nextCursor: null });
    expect((await creditLedger(test.db, { userId, limit: 2, cursor: 'nonsense' })).items).toEqual([]);
  });
});
