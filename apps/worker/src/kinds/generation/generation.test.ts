import { randomUUID } from 'node:crypto';
import {
  type CreditEntryView,
  GENERATION_COSTS,
  type GenerationSeconds,
  type TaskId,
  type UserId,
} from '@dungji/contracts';
import {
  acceptTask,
  cancelTask,
  creditBalance,
  creditLedger,
  dueGenerations,
  findDocument,
  grantCredits,
} from '@dungji/db';
import { userIn } from '@dungji/db/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Outside, openOutside, openWorld, silent, type World } from '../../testing/world.ts';
import { openJobApi } from './job-api.ts';
import type { LookTools } from './look.ts';
import { generationRunner } from './run.ts';
import { lookAtDue } from './settlers.ts';

let world: World;
let outside: Outside;
let tools: LookTools;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  tools = toolsWith();
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

const toolsWith = (limits: Partial<World['limits']> = {}): LookTools => ({
  db: world.db,
  storage: world.storage,
  provider: openJobApi({ url: outside.generationUrl, key: 'test' }),
  allowedHosts: new Set([new URL(outside.url).host]),
  limits: { ...world.limits, ...limits },
  log: silent,
});

interface Order {
  readonly taskId: TaskId;
  readonly userId: UserId;
}

async function order(prompt: string, seconds: GenerationSeconds = 5): Promise<Order> {
  const userId = await userIn(world.db);
  const cost = GENERATION_COSTS[seconds];
  await grantCredits(world.db, { userId, amount: cost, note: 'n', key: randomUUID(), grantedBy: null });
  const input = { prompt, seconds, imageUrl: `${outside.url}/__sandbox/image.png` };
  const answer = await acceptTask(world.db, {
    kind: 'generation',
    userId,
    input,
    cost,
    limits: world.limits,
  });
  if (answer.outcome !== 'accepted') throw new Error(answer.outcome);
  return { taskId: answer.task.id, userId };
}

const submit = async ({ taskId }: Order, attempt = 1): Promise<void> => {
  const kinds = { generation: generationRunner({ ...world, provider: tools.provider }) };
  await world.openRunner(kinds).run({ taskId, attempt });
};

/** One settler's pass over what that person has due, after it was made due. */
async function look({ taskId, userId }: Order, with_: LookTools = tools): Promise<void> {
  await world.db.query(
    `UPDATE generation SET next_check_at = now() - interval '1 second' WHERE task_id = $1 AND next_check_at IS NOT NULL`,
    [taskId],
  );
  await lookAtDue(with_, { userId }, { budgetMs: 10_000, signal: new AbortController().signal });
}

/** As if that much time had passed since the task was accepted. */
const age = ({ taskId }: Order, ms: number) =>
  world.db.query(
    `WITH aged AS (UPDATE task SET created_at = created_at - $2 * interval '1 ms' WHERE id = $1)
     UPDATE generation SET handed_over_at = handed_over_at - $2 * interval '1 ms',
       completed_at = completed_at - $2 * interval '1 ms' WHERE task_id = $1`,
    [taskId, ms],
  );

const entries = async ({ userId }: Order): Promise<CreditEntryView['reason'][]> =>
  (await creditLedger(world.db, { userId, limit: 10 })).items.map((entry) => entry.reason).reverse();
const isPaid = async (it: Order) => expect(await entries(it)).toEqual(['GRANT', 'CHARGE']);
const isRefunded = async (it: Order) => expect(await entries(it)).toEqual(['GRANT', 'CHARGE', 'REFUND']);
const facts = async ({ taskId }: Order) => {
  const { rows } = await world.db.query<Record<string, unknown>>(
    'SELECT * FROM generation WHERE task_id = $1',
    [taskId],
  );
  return rows[0];
};

describe('a generation', () => {
  it.each([5, 10, 30] as const)(
    'of %d seconds is handed in once, rendered, and its file is ours',
    async (seconds) => {
      const it = await order('해 질 녘의 집 [render=0]', seconds);
      await submit(it);
      expect(await world.find(it.taskId)).toMatchObject({
        status: 'PROCESSING',
        workerId: null,
        nextRetryAt: null,
        progress: { done: 1, total: 3, label: 'render' },
      });
      await look(it);
      const task = await world.find(it.taskId);
      expect(task).toMatchObject({ status: 'SUCCESS', result: { documentId: task.documentId } });
      const document =
        task.documentId && (await findDocument(world.db, { documentId: task.documentId, ...it }));
      if (!document) throw new Error('no document');
      expect(document.document).toMatchObject({
        docType: 'VIDEO',
        source: 'ISSUED',
        contentType: 'video/webm',
      });
      const bytes = await world.storage.get(document.objectKey, 1_000_000);
      expect(bytes.byteLength).toBe(document.document.sizeBytes);
      expect(await outside.submitsOf(it.taskId)).toMatchObject([{ times: 1 }]);
      await isPaid(it);
    },
  );

  it('counts its ceiling from the moment it was accepted', async () => {
    const it = await order('[render=60000]');
    await submit(it);
    const task = await world.find(it.taskId);
    expect(Date.parse(task.timeoutAt ?? '') - Date.parse(task.createdAt)).toBe(
      world.limits.GENERATION_CEILING_MS,
    );
  });

  it('that the provider says has failed is refunded', async () => {
    const it = await order('[fail] [render=0]');
    await submit(it);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'PROVIDER_FAILED' });
    await isRefunded(it);
  });

  it('that the provider refuses at the door is refunded at once and not tried again', async () => {
    const it = await order('[reject]');
    await submit(it);
    expect(await world.find(it.taskId)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PROVIDER_REJECTED',
      attempt: 1,
      retryable: false,
    });
    await isRefunded(it);
  });

  it('is handed in again when the provider was certainly not reached, three times at most', async () => {
    const it = await order('집');
    await outside.setFault('down', undefined, 'generation');
    try {
      for (const attempt of [1, 2]) {
        await submit(it, attempt);
        expect(await world.find(it.taskId)).toMatchObject({
          status: 'PROCESSING',
          lastErrorCode: 'PROVIDER_FAILED',
          attempt,
        });
      }
      await submit(it, 3);
      expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'PROVIDER_FAILED' });
    } finally {
      await outside.setFault('ok', undefined, 'generation');
    }
    await isRefunded(it);
  });

  it('whose answer was lost on the way is found by our key, and not handed in twice', async () => {
    const it = await order('[drop-reply] [render=0]');
    await submit(it);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS', attempt: 1 });
    expect(await outside.submitsOf(it.taskId)).toMatchObject([{ times: 1 }]);
    await isPaid(it);
  });

  it('cancelled while it is rendered is refunded, and a late success takes nothing back', async () => {
    const it = await order('[render=0]');
    await submit(it);
    await cancelTask(world.db, { taskId: it.taskId, by: { userId: it.userId, role: 'member' } });
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'CANCELLED' });
    await isRefunded(it);
    expect(await creditBalance(world.db, it.userId)).toBe(10);
  });
});

describe('what the provider leaves unclear', () => {
  it.each([
    ['an unknown state', '[state=composting]'],
    ['a record that is gone', '[gone]'],
    ['questions that fail', '[query-error=1000]'],
  ])('(%s) changes nothing, and is asked about again with growing pauses', async (_what, prompt) => {
    const it = await order(prompt);
    await submit(it);
    const pauses: number[] = [];
    for (const ageMs of [0, 60_000, 3_600_000]) {
      await age(it, ageMs);
      await look(it);
      const { next_check_at } = (await facts(it)) as { next_check_at: Date };
      pauses.push(next_check_at.getTime() - Date.now());
    }
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    expect(pauses[0]).toBeLessThan(5_000);
    expect(pauses[1]).toBeGreaterThan(10_000);
    expect(pauses[2]).toBeGreaterThan(500_000);
    expect(pauses[2]).toBeLessThan(601_000);
    await isPaid(it);
  });

  it('(questions that fail at first) is cleared up by the next one', async () => {
    const it = await order('[query-error=2] [render=0]');
    await submit(it);
    for (let count = 0; count < 3; count += 1) await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('success without a result', () => {
  const HALF_HOUR = 1_800_000;

  it('waits half an hour from the provider’s completion, then is refunded', async () => {
    const it = await order('[no-url] [render=0]');
    await submit(it);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    expect((await facts(it))?.completed_at).not.toBeNull();
    await age(it, HALF_HOUR - 60_000);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await age(it, 61_000);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'RESULT_MISSING' });
    await isRefunded(it);
  });

  it('is asked about no later than that half hour ends', async () => {
    const it = await order('[no-url] [render=0]');
    await submit(it);
    await look(it);
    await age(it, HALF_HOUR - 30_000);
    await look(it);
    const { next_check_at } = (await facts(it)) as { next_check_at: Date };
    expect(next_check_at.getTime() - Date.now()).toBeLessThan(31_000);
  });

  it('told in seconds is counted from the request instead', async () => {
    const it = await order('[no-url] [seconds-epoch] [render=0]');
    await submit(it);
    await look(it);
    expect((await facts(it))?.completed_at).toBeNull();
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await age(it, HALF_HOUR);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ errorCode: 'RESULT_MISSING' });
    await isRefunded(it);
  });

  it('is a success as soon as the result comes', async () => {
    const it = await order('[no-url-then-url=300] [render=0]');
    await submit(it);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await vi.waitFor(
      async () => {
        await look(it);
        expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
      },
      { timeout: 10_000, interval: 100 },
    );
    await isPaid(it);
  });
});

describe('a result that cannot be brought home', () => {
  it.each([
    ['missing', /404/],
    ['html', /no video/],
    ['huge', /too large/],
    ['redirect', /not a public/],
    ['private', /not a public/],
  ])('(%s) is tried again, and given up in the end', async (fault, problem) => {
    const it = await order(`[file=${fault}] [render=0]`);
    await submit(it);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({
      status: 'PROCESSING',
      progress: { done: 2, total: 3, label: 'store' },
    });
    expect((await facts(it))?.last_problem).toMatch(problem);
    await age(it, 1_800_000);
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ errorCode: 'RESULT_MISSING' });
    await isRefunded(it);
  });

  it('(our own storage is away) is no success, and becomes one when the storage is back', async () => {
    const it = await order('[render=0]');
    await submit(it);
    const { StorageError } = await import('@dungji/storage');
    const storage = {
      ...world.storage,
      putFile: async (key: string) => {
        throw new StorageError('UNREACHABLE', 'putFile', key);
      },
    };
    await look(it, { ...tools, storage });
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('the settlers', () => {
  it('are harmless ten at a time: one asks, one settles', async () => {
    const it = await order('[fail] [render=0]');
    await submit(it);
    await world.db.query(
      `UPDATE generation SET next_check_at = now() - interval '1 second' WHERE task_id = $1`,
      [it.taskId],
    );
    const signal = new AbortController().signal;
    await Promise.all(
      Array.from({ length: 10 }, () => lookAtDue(tools, { userId: it.userId }, { budgetMs: 5_000, signal })),
    );
    expect(await outside.submitsOf(it.taskId)).toMatchObject([{ queries: 1 }]);
    await isRefunded(it);
  });

  it('leave the young to their worker, and take what it has left', async () => {
    const it = await order('[render=0]');
    await submit(it);
    await world.db.query(
      `UPDATE generation SET next_check_at = now() - interval '1 second' WHERE task_id = $1`,
      [it.taskId],
    );
    const sweepScope = { olderThanMs: world.limits.GENERATION_GRACE_MS, userId: it.userId };
    const due = () => dueGenerations(world.db, { ...sweepScope, batch: 10, order: 'longest' });
    expect(await due()).toEqual([]);
    await age(it, world.limits.GENERATION_GRACE_MS);
    expect(await due()).toHaveLength(1);
  });
});
