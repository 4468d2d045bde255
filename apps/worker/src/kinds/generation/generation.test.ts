import {
  cancelTask,
  creditBalance,
  DatabaseUnavailableError,
  dueGenerations,
  findDocument,
} from '@dungji/db';
import { StorageError } from '@dungji/storage';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Generations, generationsOf, type Order } from '../../testing/generations.ts';
import { type Outside, openOutside, openWorld, type World } from '../../testing/world.ts';
import { lookAtDue } from './settlers.ts';

let world: World;
let outside: Outside;
let videos: Generations;
beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
  videos = generationsOf(world, outside);
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

const isPaid = async (it: Order) => expect(await videos.reasons(it)).toEqual(['GRANT', 'CHARGE']);
const isRefunded = async (it: Order) =>
  expect(await videos.reasons(it)).toEqual(['GRANT', 'CHARGE', 'REFUND']);

describe('a generation', () => {
  it.each([5, 10, 30] as const)(
    'of %d seconds is handed in once, rendered, and its file is ours',
    async (seconds) => {
      const it = await videos.order('해 질 녘의 집 [render=0]', seconds);
      await videos.submit(it);
      expect(await world.find(it.taskId)).toMatchObject({
        status: 'PROCESSING',
        workerId: null,
        nextRetryAt: null,
        progress: { done: 1, total: 3, label: 'render' },
      });
      await videos.look(it);
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
    const it = await videos.order('[render=60000]');
    await videos.submit(it);
    const task = await world.find(it.taskId);
    expect(Date.parse(task.timeoutAt ?? '') - Date.parse(task.createdAt)).toBe(
      world.limits.GENERATION_CEILING_MS,
    );
  });

  it('that the provider says has failed is refunded', async () => {
    const it = await videos.order('[fail] [render=0]');
    await videos.submit(it);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'PROVIDER_FAILED' });
    await isRefunded(it);
  });

  it('that the provider refuses at the door is refunded at once and not tried again', async () => {
    const it = await videos.order('[reject]');
    await videos.submit(it);
    expect(await world.find(it.taskId)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PROVIDER_REJECTED',
      attempt: 1,
      retryable: false,
    });
    await isRefunded(it);
  });

  it('is handed in again when the provider was certainly not reached, three times at most', async () => {
    const it = await videos.order('집');
    await outside.setFault('down', undefined, 'generation');
    try {
      for (const attempt of [1, 2]) {
        await videos.submit(it, attempt);
        expect(await world.find(it.taskId)).toMatchObject({
          status: 'PROCESSING',
          lastErrorCode: 'PROVIDER_FAILED',
          attempt,
        });
      }
      await videos.submit(it, 3);
      expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'PROVIDER_FAILED' });
    } finally {
      await outside.setFault('ok', undefined, 'generation');
    }
    await isRefunded(it);
  });

  it('whose answer was lost on the way is found by our key, and not handed in twice', async () => {
    const it = await videos.order('[drop-reply] [render=0]');
    await videos.submit(it);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS', attempt: 1 });
    expect(await outside.submitsOf(it.taskId)).toMatchObject([{ times: 1 }]);
    await isPaid(it);
  });

  it('cancelled while it is rendered is refunded, and a late success takes nothing back', async () => {
    const it = await videos.order('[render=0]');
    await videos.submit(it);
    await cancelTask(world.db, { taskId: it.taskId, by: { userId: it.userId, role: 'member' } });
    await videos.look(it);
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
    const it = await videos.order(prompt);
    await videos.submit(it);
    const pauses: number[] = [];
    for (const ageMs of [0, 60_000, 3_600_000]) {
      await videos.age(it, ageMs);
      await videos.look(it);
      const { next_check_at } = (await videos.facts(it)) as { next_check_at: Date };
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
    const it = await videos.order('[query-error=2] [render=0]');
    await videos.submit(it);
    for (let count = 0; count < 3; count += 1) await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('success without a result', () => {
  const HALF_HOUR = 1_800_000;

  it('waits half an hour from the provider’s completion, then is refunded', async () => {
    const it = await videos.order('[no-url] [render=0]');
    await videos.submit(it);
    await videos.look(it);
    // No screen calls it being rendered any more.
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING', progress: { label: 'store' } });
    expect((await videos.facts(it))?.completed_at).not.toBeNull();
    await videos.age(it, HALF_HOUR - 60_000);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await videos.age(it, 61_000);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'FAILED', errorCode: 'RESULT_MISSING' });
    await isRefunded(it);
  });

  it('is asked about no later than that half hour ends', async () => {
    const it = await videos.order('[no-url] [render=0]');
    await videos.submit(it);
    await videos.look(it);
    await videos.age(it, HALF_HOUR - 30_000);
    await videos.look(it);
    const { next_check_at } = (await videos.facts(it)) as { next_check_at: Date };
    expect(next_check_at.getTime() - Date.now()).toBeLessThan(31_000);
  });

  it('told in seconds is counted from the request instead', async () => {
    const it = await videos.order('[no-url] [seconds-epoch] [render=0]');
    await videos.submit(it);
    await videos.look(it);
    expect((await videos.facts(it))?.completed_at).toBeNull();
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await videos.age(it, HALF_HOUR);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ errorCode: 'RESULT_MISSING' });
    await isRefunded(it);
  });

  it('is a success as soon as the result comes', async () => {
    const it = await videos.order('[no-url-then-url=300] [render=0]');
    await videos.submit(it);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await vi.waitFor(
      async () => {
        await videos.look(it);
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
    const it = await videos.order(`[file=${fault}] [render=0]`);
    await videos.submit(it);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({
      status: 'PROCESSING',
      progress: { done: 2, total: 3, label: 'store' },
    });
    expect((await videos.facts(it))?.last_problem).toMatch(problem);
    await videos.age(it, 1_800_000);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ errorCode: 'RESULT_MISSING' });
    await isRefunded(it);
  });

  it('(our own storage is away) is no success, and becomes one when the storage is back', async () => {
    const it = await videos.order('[render=0]');
    await videos.submit(it);
    const storage = {
      ...world.storage,
      putFile: async (key: string) => {
        throw new StorageError('UNREACHABLE', 'putFile', key);
      },
    };
    await videos.look(it, { storage });
    expect(await world.find(it.taskId)).toMatchObject({ status: 'PROCESSING' });
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
  });

  it('(our database was away while it was fetched) is asked about again in seconds, not when the lease of that look ends', async () => {
    const it = await videos.order('[render=0]');
    await videos.submit(it);
    const db: World['db'] = {
      ...world.db,
      query: (text, params) =>
        text.includes('INTO stored_object')
          ? Promise.reject(new DatabaseUnavailableError('restarting'))
          : world.db.query(text, params),
    };
    await videos.look(it, { db });
    const facts = await videos.facts(it);
    expect(facts).toMatchObject({ last_problem: 'a look broke off' });
    expect(Number(facts?.next_check_at) - Date.now()).toBeLessThan(60_000);
    await videos.look(it);
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('the settlers', () => {
  it('are harmless ten at a time: one asks, one settles', async () => {
    const it = await videos.order('[fail] [render=0]');
    await videos.submit(it);
    await videos.makeDue(it);
    const signal = new AbortController().signal;
    await Promise.all(
      Array.from({ length: 10 }, () =>
        lookAtDue(videos.tools, { userId: it.userId }, { budgetMs: 5_000, signal }),
      ),
    );
    expect(await outside.submitsOf(it.taskId)).toMatchObject([{ queries: 1 }]);
    await isRefunded(it);
  });

  it('are believed dead half a minute after they began to ask, and minutes after they began to fetch', async () => {
    const it = await videos.order('[render=0]');
    await videos.submit(it);
    const leasesMs: number[] = [];
    const noteLease = async () => leasesMs.push(Number((await videos.facts(it))?.next_check_at) - Date.now());
    const { provider } = videos.tools;
    await videos.look(it, {
      provider: {
        ...provider,
        ask: async (...asked) => {
          await noteLease();
          return provider.ask(...asked);
        },
      },
      storage: {
        ...world.storage,
        putFile: async (...put) => {
          await noteLease();
          return world.storage.putFile(...put);
        },
      },
    });
    const [asking = 0, fetching = 0] = leasesMs;
    expect(asking).toBeLessThanOrEqual(30_000);
    expect(fetching).toBeGreaterThan(120_000);
    expect(await videos.facts(it)).toMatchObject({ provider_state: 'success', next_check_at: null });
    expect(await world.find(it.taskId)).toMatchObject({ status: 'SUCCESS' });
  });

  it('leave the young to their worker, and take what it has left', async () => {
    const it = await videos.order('[render=0]');
    await videos.submit(it);
    await videos.makeDue(it);
    const sweepScope = { olderThanMs: world.limits.GENERATION_GRACE_MS, userId: it.userId };
    const due = () => dueGenerations(world.db, { ...sweepScope, batch: 10, order: 'longest' });
    expect(await due()).toEqual([]);
    await videos.age(it, world.limits.GENERATION_GRACE_MS);
    expect(await due()).toHaveLength(1);
  });
});
