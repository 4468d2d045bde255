import { TaskId } from '@dungji/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { consume } from './consume.ts';
import { DispatchError, openQueues, type Queues } from './queues.ts';
import { type OwnRedis, openGate, startOwnRedis } from './testing/index.ts';

const taskId = TaskId.parse(`tsk_${'0'.repeat(26)}`);
const DISPATCH_TIMEOUT_MS = 400;
/** Scheduling noise of a busy machine on top of a limit. */
const SLACK_MS = 350;

let redis: OwnRedis;
const opened: Queues[] = [];

beforeAll(async () => {
  redis = await startOwnRedis();
});
afterEach(async () => {
  for (const queues of opened.splice(0)) await queues.close();
});
afterAll(() => redis.close());

async function open(prefix: string): Promise<Queues> {
  const queues = openQueues({ url: redis.url, prefix, dispatchTimeoutMs: DISPATCH_TIMEOUT_MS });
  opened.push(queues);
  return queues;
}

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe('dispatch', () => {
  it('queues one job per attempt, however often it is asked to', async () => {
    const queues = await open('dispatch-once');
    expect(await queues.ready(2_000)).toBe(true);
    const jobId = await queues.dispatch('issuance', { taskId, attempt: 1 });
    await queues.dispatch('issuance', { taskId, attempt: 1 });
    expect(jobId).toBe(`${taskId}-1`);
    await queues.dispatch('issuance', { taskId, attempt: 2, delayMs: 60_000 });
    const issuance = (await queues.counts()).find((count) => count.queue === 'issuance');
    expect(issuance).toMatchObject({ waiting: 1, delayed: 1, active: 0, failed: 0 });
    expect(Date.parse(issuance?.oldestWaitingSince ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('rejects at once while Redis is down, and works within a second of its return', async () => {
    const queues = await open('dispatch-down');
    await queues.ready(2_000);
    await redis.kill();
    const downMs = await tookMs(() =>
      expect(queues.dispatch('ocr', { taskId, attempt: 1 })).rejects.toBeInstanceOf(DispatchError),
    );
    expect(downMs).toBeLessThan(DISPATCH_TIMEOUT_MS + SLACK_MS);
    await expect(queues.hasJob('ocr', `${taskId}-1`)).rejects.toThrow();
    await redis.restart();
    expect(await queues.ready(1_000)).toBe(true);
    await queues.dispatch('ocr', { taskId, attempt: 1 });
    expect(await queues.hasJob('ocr', `${taskId}-1`)).toBe(true);
  });

  it('works after Redis was away when the process started', async () => {
    await redis.kill();
    const queues = await open('dispatch-late');
    await expect(queues.dispatch('ocr', { taskId, attempt: 1 })).rejects.toBeInstanceOf(DispatchError);
    expect(await queues.ready(100)).toBe(false);
    await redis.restart();
    expect(await queues.ready(2_000)).toBe(true);
    await queues.dispatch('ocr', { taskId, attempt: 1 });
  });

  it('rejects within its limit while Redis is frozen, and sends nothing again after a reconnect', async () => {
    const queues = await open('dispatch-frozen');
    await queues.ready(2_000);
    redis.freeze();
    const frozenMs = await tookMs(() =>
      expect(queues.dispatch('issuance', { taskId, attempt: 1 })).rejects.toBeInstanceOf(DispatchError),
    );
    expect(frozenMs).toBeLessThan(DISPATCH_TIMEOUT_MS + SLACK_MS);
    await redis.kill();
    await redis.restart();
    await queues.ready(2_000);
    expect(await queues.hasJob('issuance', `${taskId}-1`)).toBe(false);
  });

  it('may still land after a thaw, where the claim decides whether it means anything', async () => {
    const queues = await open('dispatch-thaw');
    await queues.ready(2_000);
    redis.freeze();
    await expect(queues.dispatch('issuance', { taskId, attempt: 1 })).rejects.toBeInstanceOf(DispatchError);
    redis.thaw();
    await queues.dispatch('issuance', { taskId, attempt: 1 });
    expect((await queues.bull('issuance').getWaiting()).map((job) => job.id)).toEqual([`${taskId}-1`]);
  });
});

describe('hasJob', () => {
  it('is true while the job waits or is delayed, false once it ran or Redis was emptied', async () => {
    const queues = await open('has-job');
    await queues.ready(2_000);
    await queues.dispatch('issuance', { taskId, attempt: 1, delayMs: 60_000 });
    expect(await queues.hasJob('issuance', `${taskId}-1`)).toBe(true);
    await queues.dispatch('ocr', { taskId, attempt: 1 });
    const ran = openGate();
    const consumer = consume({
      url: redis.url,
      prefix: 'has-job',
      queue: 'ocr',
      concurrency: 1,
      onError: () => {},
      run: async () => ran.open(),
    });
    await ran.passed;
    await consumer.close();
    expect(await queues.hasJob('ocr', `${taskId}-1`)).toBe(false);
    await redis.restart();
    await queues.ready(2_000);
    expect(await queues.hasJob('issuance', `${taskId}-1`)).toBe(false);
  });
});
