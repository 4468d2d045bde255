import { QUEUES, type QueueName, type TaskKind } from '@dungji/contracts';
import { Queue } from 'bullmq';
import { connectFailFast, DEFAULT_PREFIX, type Redis, untilReady } from './connection.ts';
import { jobIdOf, TASK_JOB, type TaskJob } from './job.ts';
import { pingRedis } from './ping.ts';
import { within } from './within.ts';

/** Redis refused a job or did not answer in time. The job may still arrive later: the claim's guards decide then. */
export class DispatchError extends Error {
  override name = 'DispatchError';
}

export interface QueueCounts {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** ISO time at which the oldest waiting job was added, null when none waits. */
  readonly oldestWaitingSince: string | null;
}

export interface Queues {
  /** True once Redis can be used, false after `timeoutMs`. Wait for it at boot, bounded: before, every dispatch rejects. */
  ready(timeoutMs: number): Promise<boolean>;
  /**
   * Queues attempt number `attempt` of a task. The same attempt twice is one job.
   *
   * @throws DispatchError within `dispatchTimeoutMs` when Redis is down, frozen or full
   */
  dispatch(kind: TaskKind, job: TaskJob & { readonly delayMs?: number }): Promise<string>;
  /** Whether the job still waits, is delayed or runs. Rejects when Redis cannot tell: not knowing is not "no". */
  hasJob(kind: TaskKind, jobId: string): Promise<boolean>;
  counts(): Promise<QueueCounts[]>;
  ping(timeoutMs: number): Promise<void>;
  /** The BullMQ queue itself, for Bull Board and the sweep's schedule. */
  bull(name: QueueName): Queue;
  /** What the keys of this process begin with. */
  readonly prefix: string;
  /** The fail-fast connection that all queues of this process use. */
  readonly connection: Redis;
  close(): Promise<void>;
}

/** Opens all queues of this process over one fail-fast connection. */
export function openQueues(options: {
  readonly url: string;
  readonly prefix?: string;
  readonly dispatchTimeoutMs: number;
  readonly onError?: (error: Error) => void;
}): Queues {
  const { dispatchTimeoutMs, onError } = options;
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  const connection = connectFailFast({
    url: options.url,
    commandTimeoutMs: dispatchTimeoutMs,
    name: 'dungji-queues',
    onError,
  });
  const queues = new Map(QUEUES.map((name) => [name, openQueue(name, connection, prefix)]));

  const bull = (name: QueueName): Queue => {
    const queue = queues.get(name);
    if (!queue) throw new Error(`no queue ${name}`);
    return queue;
  };

  return {
    connection,
    prefix,
    bull,
    ready: (timeoutMs) => untilReady(connection, timeoutMs),
    ping: (timeoutMs) => pingRedis(connection, timeoutMs),

    async dispatch(kind, { taskId, attempt, delayMs }) {
      const jobId = jobIdOf(taskId, attempt);
      const added = bull(kind).add(
        TASK_JOB,
        { taskId, attempt },
        { jobId, ...(delayMs ? { delay: delayMs } : {}) },
      );
      try {
        // A script that Redis no longer knows costs a second round trip, so the sum is bounded here once more.
        await within(added, dispatchTimeoutMs, () => new Error(`no answer within ${dispatchTimeoutMs} ms`));
      } catch (cause) {
        throw new DispatchError(`job ${jobId} was not queued`, { cause });
      }
      return jobId;
    },

    async hasJob(kind, jobId) {
      const state = await bull(kind).getJobState(jobId);
      return state !== 'unknown' && state !== 'completed' && state !== 'failed';
    },

    counts: () => Promise.all(QUEUES.map((name) => countQueue(name, bull(name)))),

    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close().catch(() => {})));
      connection.disconnect();
    },
  };
}

function openQueue(name: QueueName, connection: Redis, prefix: string): Queue {
  const queue = new Queue(name, {
    connection,
    prefix,
    // Both are needed to fail fast, and to work again after Redis was away when this process started.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    // The description of the queue is written by its consumers; here it would be a command that fails at every boot without Redis.
    skipMetasUpdate: true,
    // A kept job would make BullMQ ignore the same id later, when the sweep queues it again.
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  });
  // The shared connection reports its own errors.
  queue.on('error', () => {});
  return queue;
}

async function countQueue(name: QueueName, queue: Queue): Promise<QueueCounts> {
  const [counts, [oldest]] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting'], 0, 0, true),
  ]);
  return {
    queue: name,
    waiting: counts.waiting ?? 0,
    active: counts.active ?? 0,
    delayed: counts.delayed ?? 0,
    failed: counts.failed ?? 0,
    oldestWaitingSince: oldest ? new Date(oldest.timestamp).toISOString() : null,
  };
}
