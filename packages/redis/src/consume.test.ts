import { TaskId } from '@dungji/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Consumer, consume, consumeSweeps } from './consume.ts';
import { openQueues, type Queues } from './queues.ts';
import { requestSweep, scheduleSweep } from './sweep-schedule.ts';
import { type OwnRedis, openGate, startOwnRedis } from './testing/index.ts';
import { openSilentLine } from './testing/silent-line.ts';

const taskId = TaskId.parse(`tsk_${'1'.repeat(26)}`);
let redis: OwnRedis;
let prefix = 0;
const consumers: Consumer[] = [];
const opened: Queues[] = [];

beforeAll(async () => {
  redis = await startOwnRedis();
});
afterEach(async () => {
  for (const consumer of consumers.splice(0)) await consumer.close(true);
  for (const queues of opened.splice(0)) await queues.close();
});
afterAll(() => redis.close());

async function openPair() {
  prefix += 1;
  const at = { url: redis.url, prefix: `consume-${prefix}` };
  const queues = openQueues({ ...at, dispatchTimeoutMs: 1_000 });
  opened.push(queues);
  await queues.ready(2_000);
  const started: number[] = [];
  const errors: string[] = [];
  const open = (run: (attempt: number) => Promise<void>, concurrency = 2, lookIntervalMs = 5_000) => {
    const consumer = consume({
      ...at,
      queue: 'issuance',
      concurrency,
      lookIntervalMs,
      onError: (error) => errors.push(error.message),
      run: async (job) => {
        started.push(job.attempt);
        await run(job.attempt);
      },
    });
    consumers.push(consumer);
    return consumer;
  };
  return { at, queues, started, errors, open };
}

describe('consume', () => {
  it('runs no more than its concurrency at a time', async () => {
    const { queues, started, open } = await openPair();
    const gate = openGate();
    open(() => gate.passed, 2);
    for (const attempt of [1, 2, 3]) await queues.dispatch('issuance', { taskId, attempt });
    await vi.waitFor(() => expect(started).toHaveLength(2));
    expect((await queues.counts()).find((count) => count.queue === 'issuance')).toMatchObject({
      waiting: 1,
      active: 2,
    });
    gate.open();
    await vi.waitFor(() => expect(started).toEqual([1, 2, 3]));
  });

  it('takes nothing more once it is closing, and closes when the running job has ended', async () => {
    const { queues, started, open } = await openPair();
    const gate = openGate();
    const consumer = open(() => gate.passed, 2);
    await queues.dispatch('issuance', { taskId, attempt: 1 });
    await vi.waitFor(() => expect(started).toEqual([1]));
    let isClosed = false;
    const closing = consumer.close().then(() => {
      isClosed = true;
    });
    expect(consumer.isConsuming()).toBe(false);
    await queues.dispatch('issuance', { taskId, attempt: 2 });
    expect(isClosed).toBe(false);
    gate.open();
    await closing;
    expect(started).toEqual([1]);
    expect(await queues.hasJob('issuance', `${taskId}-2`)).toBe(true);
  });

  it('takes jobs again after Redis was killed and came back empty', async () => {
    const { queues, started, open } = await openPair();
    const consumer = open(async () => {});
    await vi.waitFor(() => expect(consumer.isConsuming()).toBe(true));
    await redis.kill();
    await vi.waitFor(() => expect(consumer.isConsuming()).toBe(false));
    await redis.restart();
    await queues.ready(2_000);
    await queues.dispatch('issuance', { taskId, attempt: 1 });
    await vi.waitFor(() => expect(started).toEqual([1]), { timeout: 10_000 });
    expect(consumer.isConsuming()).toBe(true);
  });

  it.each([
    ['waiting', 0],
    ['delayed', 1],
  ])(
    'notices that a due %s job is not being taken, says so, and opens itself anew',
    async (_state, delayMs) => {
      const { queues, started, errors, open } = await openPair();
      await queues.dispatch('issuance', { taskId, attempt: 1, delayMs });
      // Reads are answered and writes are not: BullMQ believes that it runs while it takes nothing.
      await queues.connection.call('CLIENT', 'PAUSE', '60000', 'WRITE');
      const consumer = open(async () => {}, 1, 50);
      await vi.waitFor(() => expect(errors.join()).toContain('reopening'));
      expect(started).toEqual([]);
      await queues.connection.call('CLIENT', 'UNPAUSE');
      await queues.dispatch('issuance', { taskId, attempt: 2 });
      await vi.waitFor(() => expect(started).toContain(2));
      await vi.waitFor(() => expect(consumer.isConsuming()).toBe(true));
    },
  );

  it('takes jobs again after its connections died without a word', async () => {
    const { at, queues } = await openPair();
    const line = await openSilentLine(redis.url);
    const started: number[] = [];
    const consumer = consume({
      ...at,
      url: line.url,
      queue: 'issuance',
      concurrency: 1,
      // Shorter than its wait for a job, which it therefore begins anew ever so often.
      silenceMaxMs: 1_000,
      onError: () => {},
      run: async ({ attempt }) => void started.push(attempt),
    });
    await consumer.ready();
    await queues.dispatch('issuance', { taskId, attempt: 1 });
    await vi.waitFor(() => expect(started).toEqual([1]), { timeout: 10_000 });
    line.silence();
    await queues.dispatch('issuance', { taskId, attempt: 2 });
    await vi.waitFor(() => expect(started).toEqual([1, 2]), { timeout: 15_000 });
    await consumer.close(true);
    await line.close();
  });

  it('is not deaf for leaving a paused queue alone', async () => {
    const { queues, started, errors, open } = await openPair();
    await queues.bull('issuance').pause();
    await queues.dispatch('issuance', { taskId, attempt: 1 });
    let lookCount = 0;
    const monitor = await queues.connection.monitor();
    monitor.on('monitor', (_time: string, [command]: string[]) => {
      if (command === 'hexists') lookCount += 1;
    });
    open(async () => {}, 1, 50);
    await vi.waitFor(() => expect(lookCount).toBeGreaterThan(3));
    monitor.disconnect();
    expect(errors).toEqual([]);
    await queues.bull('issuance').resume();
    await vi.waitFor(() => expect(started).toEqual([1]));
  });

  it('goes on taking jobs when one of them fails', async () => {
    const { queues, started, open } = await openPair();
    open(async (attempt) => {
      if (attempt === 1) throw new Error('this run broke');
    }, 1);
    for (const attempt of [1, 2]) await queues.dispatch('issuance', { taskId, attempt });
    await vi.waitFor(() => expect(started).toEqual([1, 2]));
    expect(await queues.hasJob('issuance', `${taskId}-1`)).toBe(false);
  });
});

describe('the sweep schedule', () => {
  it('ticks by itself, and asking for it twice is one schedule', async () => {
    const { at, queues } = await openPair();
    let ticks = 0;
    await scheduleSweep(queues, 100);
    await scheduleSweep(queues, 100);
    expect(await queues.bull('maintenance').getJobSchedulersCount()).toBe(1);
    consumers.push(
      consumeSweeps({
        ...at,
        onError: () => {},
        run: async () => {
          ticks += 1;
        },
      }),
    );
    await vi.waitFor(() => expect(ticks).toBeGreaterThanOrEqual(3), { timeout: 5_000 });
  });

  it('turns many requests into one sweep', async () => {
    const { queues } = await openPair();
    for (let i = 0; i < 5; i += 1) await requestSweep(queues);
    expect(await queues.bull('maintenance').getWaitingCount()).toBe(1);
  });
});
