import { mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { ClearError } from '../clear-error.ts';
import { stopProcess } from '../process/processes.ts';
import { type Detached, spawnDetached } from '../process/spawn-detached.ts';
import { waitUntil } from '../wait-until.ts';
import type { RedisProgram } from './find-redis.ts';

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  how: string;
}

export interface RedisOptions {
  program: RedisProgram;
  dataDir: string;
  logFile: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** False for tests: nothing is written to the disk. */
  durable: boolean;
}

/** Loading the append-only file of a development stack takes well under a second. */
const READY_TIMEOUT_MS = 20_000;
const STOP_GRACE_MS = 5000;
/** A Redis across a slow line connects well within this. */
const GIVEN_TIMEOUT_MS = 5000;

/** The Redis of an earlier run that still serves this data directory, or null. */
export async function adoptRedis(port: number | undefined, dataDir: string): Promise<RedisServer | null> {
  if (port === undefined) return null;
  return withClient(port, async (redis) => {
    const [, served] = (await redis.config('GET', 'dir')) as string[];
    // A port number alone proves nothing: another Redis may have it by now.
    if (!served || served !== realpathSync(dataDir)) return null;
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    return { url: redisUrl(port), port, pid, how: 'still running' };
  }).catch(() => null);
}

/**
 * A Redis that was given to us answers, or the start ends here with a line that names it.
 *
 * @throws ClearError when it cannot be reached or refuses us
 */
export async function requireRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: GIVEN_TIMEOUT_MS,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClearError(`The Redis at ${new URL(url).host} (REDIS_URL) cannot be used: ${reason}.`);
  } finally {
    redis.disconnect();
  }
}

/** Starts a Redis. One whose file is damaged starts empty: Redis holds hints only, and the damaged file is kept aside. */
export async function startRedisServer(o: RedisOptions): Promise<RedisServer> {
  mkdirSync(o.dataDir, { recursive: true });
  const first = await launch(o);
  if (await becameReady(first, o.port)) return started(o, first);
  const aside = `${o.dataDir}.damaged`;
  rmSync(aside, { recursive: true, force: true });
  renameSync(o.dataDir, aside);
  mkdirSync(o.dataDir, { recursive: true });
  const second = await launch(o);
  if (await becameReady(second, o.port)) return started(o, second);
  throw new Error(`Redis did not start: ${second.lastLines()}`);
}

export function stopRedisServer(pid: number): Promise<void> {
  return stopProcess(pid, { graceMs: STOP_GRACE_MS });
}

function started(o: RedisOptions, server: Detached): RedisServer {
  return { url: redisUrl(o.port), port: o.port, pid: server.pid, how: `started, ${o.program.foundBy}` };
}

const redisUrl = (port: number) => `redis://127.0.0.1:${port}`;

function launch(o: RedisOptions): Promise<Detached> {
  const flags = ['--port', String(o.port), '--bind', '127.0.0.1', '--dir', o.dataDir, '--save', ''];
  // BullMQ loses jobs silently when keys may be evicted.
  flags.push('--maxmemory-policy', 'noeviction', '--appendonly', o.durable ? 'yes' : 'no');
  const env = o.program.libraryPath ? { ...o.env, LD_LIBRARY_PATH: o.program.libraryPath } : o.env;
  return spawnDetached(o.program.path, flags, { logFile: o.logFile, env, cwd: o.dataDir });
}

function becameReady(server: Detached, port: number): Promise<boolean> {
  const look = async () => {
    if (server.hasEnded()) return 'ended';
    return withClient(port, async (redis) => (await redis.ping()) === 'PONG');
  };
  return waitUntil(look, { timeoutMs: READY_TIMEOUT_MS, what: 'Redis to answer' }).then(
    (outcome) => outcome === true,
  );
}

async function withClient<Result>(port: number, use: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    connectTimeout: 1000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
