import { IsoTime, QUEUES } from '@dungji/contracts';
import { z } from 'zod';
import { connectFailFast, DEFAULT_PREFIX, type Redis } from './connection.ts';

/** What `worker:{workerId}` holds: proof that this very process, by its boot id, was alive a moment ago. */
const StoredBeat = z.object({
  worker_id: z.string(),
  boot_id: z.string(),
  last_heartbeat_at: IsoTime,
  current_task_ids: z.array(z.string()),
  status: z.enum(['busy', 'idle']),
  queues: z.array(z.enum(QUEUES)),
  consuming: z.boolean(),
  version: z.string(),
});

export interface WorkerBeat {
  readonly workerId: string;
  readonly bootId: string;
  readonly lastHeartbeatAt: string;
  readonly currentTaskIds: readonly string[];
  readonly status: 'busy' | 'idle';
  readonly queues: readonly (typeof QUEUES)[number][];
  /** False while the process lives but takes no jobs. */
  readonly consuming: boolean;
  readonly version: string;
}

/** A beat must not wait longer than this: the next one says more. */
const BEAT_TIMEOUT_MS = 2_000;
/** Names of workers that have not been heard of for a day are forgotten. */
const NAME_TTL_MS = 86_400_000;

const beatKey = (prefix: string, workerId: string): string => `${prefix}:worker:${workerId}`;
const namesKey = (prefix: string): string => `${prefix}:workers`;

export interface Heartbeat {
  /** Beats now instead of at the next tick; never rejects. */
  beat(): Promise<void>;
  /** Stops, and takes the key away unless a successor of the same name has written it since. */
  close(): Promise<void>;
}

/** Renews this worker's key every `intervalMs`; it expires after `ttlMs` when the process dies. */
export function startHeartbeat(options: {
  readonly url: string;
  readonly prefix?: string;
  readonly workerId: string;
  readonly bootId: string;
  readonly queues: readonly (typeof QUEUES)[number][];
  readonly version: string;
  readonly intervalMs: number;
  readonly ttlMs: number;
  readonly current: () => { readonly taskIds: readonly string[]; readonly consuming: boolean };
  readonly onError?: (error: Error) => void;
}): Heartbeat {
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  const key = beatKey(prefix, options.workerId);
  const redis = connectFailFast({
    url: options.url,
    commandTimeoutMs: BEAT_TIMEOUT_MS,
    name: 'dungji-heartbeat',
    onError: options.onError,
  });

  const beat = async () => {
    const now = new Date();
    const { taskIds, consuming } = options.current();
    const stored: z.infer<typeof StoredBeat> = {
      worker_id: options.workerId,
      boot_id: options.bootId,
      last_heartbeat_at: now.toISOString(),
      current_task_ids: [...taskIds],
      status: taskIds.length > 0 ? 'busy' : 'idle',
      queues: [...options.queues],
      consuming,
      version: options.version,
    };
    try {
      await redis
        .multi()
        .set(key, JSON.stringify(stored), 'PX', options.ttlMs)
        .zadd(namesKey(prefix), now.getTime(), options.workerId)
        .zremrangebyscore(namesKey(prefix), 0, now.getTime() - NAME_TTL_MS)
        .exec();
    } catch (error) {
      options.onError?.(error instanceof Error ? error : new Error(String(error)));
    }
  };

  redis.on('ready', () => void beat());
  const beating = setInterval(() => void beat(), options.intervalMs);

  return {
    beat,
    async close() {
      clearInterval(beating);
      const [last] = await findHeartbeats(redis, [options.workerId], prefix).catch(() => []);
      if (last?.bootId === options.bootId) await redis.del(key).catch(() => {});
      redis.disconnect();
    },
  };
}

/** The heartbeats of all workers alive. Rejects when Redis cannot tell. */
export async function readHeartbeats(redis: Redis, prefix: string = DEFAULT_PREFIX): Promise<WorkerBeat[]> {
  const workerIds = await redis.zrange(namesKey(prefix), 0, -1);
  return findHeartbeats(redis, workerIds, prefix);
}

/** The heartbeats of these workers, as far as they live. Rejects when Redis cannot tell. */
export async function findHeartbeats(
  redis: Redis,
  workerIds: readonly string[],
  prefix: string = DEFAULT_PREFIX,
): Promise<WorkerBeat[]> {
  if (workerIds.length === 0) return [];
  const values = await redis.mget(workerIds.map((workerId) => beatKey(prefix, workerId)));
  return values.flatMap((value) => (value === null ? [] : parseBeat(value)));
}

function parseBeat(text: string): WorkerBeat[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const { data } = StoredBeat.safeParse(json);
  if (!data) return [];
  return [
    {
      workerId: data.worker_id,
      bootId: data.boot_id,
      lastHeartbeatAt: data.last_heartbeat_at,
      currentTaskIds: data.current_task_ids,
      status: data.status,
      queues: data.queues,
      consuming: data.consuming,
      version: data.version,
    },
  ];
}
