import type { QueueName } from '@dungji/contracts';
import { type Job, WaitingError, Worker } from 'bullmq';
import { connectFailFast, connectPatient, DEFAULT_PREFIX, type Redis } from './connection.ts';
import { LOOKS_JOB, LooksJob, SWEEP_JOB, SweepJob, TASK_JOB, TaskJob } from './job.ts';

/** A worker that died between taking a job and claiming its task is noticed after about this long. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** Re-runs after crashes are harmless (their claim answers nothing), and a job given up is queued again by the sweep. */
const STALLED_RERUNS_MAX = 3;
/** A due job that nobody takes for two looks although there is room means that this consumer has gone deaf. */
const LOOK_INTERVAL_MS = 5_000;
const LOOK_TIMEOUT_MS = 2_000;

export interface Consumer {
  /** Whether jobs are really being taken; false while Redis is away or the consumer has gone deaf. */
  isConsuming(): boolean;
  /** Resolves once the queue is being listened to; waits as long as Redis is away. */
  ready(): Promise<void>;
  /** Takes no more jobs and resolves when the running ones have ended; `force` does not wait for them. */
  close(force?: boolean): Promise<void>;
}

interface ConsumeOptions {
  readonly url: string;
  readonly prefix?: string;
  readonly onError: (error: Error) => void;
  readonly lookIntervalMs?: number;
  readonly silenceMaxMs?: number;
}

/** Takes task jobs from a queue, at most `concurrency` at a time. `run` decides by the database whether there is work. */
export function consume(
  options: ConsumeOptions & {
    readonly queue: QueueName;
    readonly concurrency: number;
    readonly run: (job: TaskJob) => Promise<void>;
  },
): Consumer {
  return consumeJobs(options, async (job) => {
    const parsed = job.name === TASK_JOB ? TaskJob.safeParse(job.data) : null;
    if (parsed?.success) await options.run(parsed.data);
    else options.onError(new Error(`a job on queue ${options.queue} is not a task's: ${job.name}`));
  });
}

/** Two at a time: a sweep that waits for the outside world must not hold up the next tick's limits and dead workers. */
const SWEEPS_AT_ONCE = 2;

/** Takes the ticks of the sweep, and requests to look at somebody's generations. */
export function consumeSweeps(
  options: ConsumeOptions & {
    readonly run: (job: SweepJob) => Promise<void>;
    readonly look?: (job: LooksJob) => Promise<void>;
  },
): Consumer {
  return consumeJobs({ ...options, queue: 'maintenance', concurrency: SWEEPS_AT_ONCE }, async (job) => {
    const looks = job.name === LOOKS_JOB ? LooksJob.safeParse(job.data) : null;
    if (job.name === SWEEP_JOB) await options.run(SweepJob.safeParse(job.data).data ?? {});
    else if (looks?.success) await options.look?.(looks.data);
    else options.onError(new Error(`a job on queue maintenance is no sweep: ${job.name}`));
  });
}

function consumeJobs(
  options: ConsumeOptions & { readonly queue: QueueName; readonly concurrency: number },
  run: (job: Job) => Promise<void>,
): Consumer {
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  const redis = connectPatient({
    url: options.url,
    name: `dungji-${options.queue}`,
    onError: options.onError,
    silenceMaxMs: options.silenceMaxMs,
  });
  // A look through the worker's own connection would wait behind the very command that is stuck.
  const lookout = connectFailFast({
    url: options.url,
    commandTimeoutMs: LOOK_TIMEOUT_MS,
    name: `dungji-${options.queue}-lookout`,
    silenceMaxMs: options.silenceMaxMs,
  });

  let running = 0;
  let startedCount = 0;
  let isClosing = false;
  const counted = async (job: Job, token?: string) => {
    startedCount += 1;
    if (isClosing) {
      // BullMQ was already fetching when it was told to close.
      await job.moveToWait(token);
      throw new WaitingError();
    }
    running += 1;
    try {
      await run(job);
    } finally {
      running -= 1;
    }
  };
  let worker = openWorker(options, prefix, redis, counted);

  let isLooking = false;
  let isDeaf = false;
  let suspectSinceCount: number | null = null;

  const look = async () => {
    if (isClosing || isLooking || lookout.status !== 'ready') return;
    isLooking = true;
    try {
      const isIgnored =
        running < options.concurrency && (await hasDueJob(lookout, `${prefix}:${options.queue}`));
      isDeaf = isIgnored && suspectSinceCount === startedCount;
      suspectSinceCount = isIgnored ? startedCount : null;
      if (isDeaf && !isClosing) {
        options.onError(
          new Error(
            `the consumer of queue ${options.queue} took no jobs although some are due; reopening it`,
          ),
        );
        const deaf = worker;
        worker = openWorker(options, prefix, redis, counted);
        suspectSinceCount = null;
        deaf.close(true).catch(options.onError);
      }
    } catch (error) {
      options.onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      isLooking = false;
    }
  };
  const looking = setInterval(() => void look(), options.lookIntervalMs ?? LOOK_INTERVAL_MS);
  looking.unref();

  return {
    async ready() {
      await worker.waitUntilReady();
    },
    isConsuming: () => !isClosing && !isDeaf && redis.status === 'ready' && worker.isRunning(),
    async close(force = false) {
      isClosing = true;
      clearInterval(looking);
      await worker.close(force);
      lookout.disconnect();
      redis.disconnect();
    },
  };
}

function openWorker(
  options: ConsumeOptions & { readonly queue: QueueName; readonly concurrency: number },
  prefix: string,
  connection: Redis,
  run: (job: Job, token?: string) => Promise<void>,
): Worker {
  const worker = new Worker(options.queue, run, {
    connection,
    prefix,
    concurrency: options.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: STALLED_RERUNS_MAX,
    skipVersionCheck: true,
  });
  worker.on('error', options.onError);
  return worker;
}

/** BullMQ orders delayed jobs by their due time in milliseconds, times this, plus a counter. */
const DELAYED_SCORE_PER_MS = 0x1000;

/** Plain reads of BullMQ's keys: its own getters are scripts, which would be stuck together with the worker's. */
async function hasDueJob(redis: Redis, queueKey: string): Promise<boolean> {
  const [isPaused, waitingCount, [, firstScore]] = await Promise.all([
    redis.hexists(`${queueKey}:meta`, 'paused'),
    redis.llen(`${queueKey}:wait`),
    redis.zrange(`${queueKey}:delayed`, 0, 0, 'WITHSCORES'),
  ]);
  if (isPaused) return false;
  if (waitingCount > 0) return true;
  return firstScore !== undefined && Number(firstScore) / DELAYED_SCORE_PER_MS < Date.now();
}
