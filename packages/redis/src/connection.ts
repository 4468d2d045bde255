import { Redis } from 'ioredis';

export type { Redis } from 'ioredis';

/** Every key and channel of this product in a Redis shared with others; tests use one prefix each. */
export const DEFAULT_PREFIX = 'dungji';

/** A reconnect is tried at least this often, so work goes on within half a second of Redis being back. */
const RECONNECT_MAX_MS = 500;
/** Loopback and same-zone connects take milliseconds; a longer wait means that nobody answers. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Finds peers that vanished without a word (a dropped NAT entry, a paused machine). */
const KEEP_ALIVE_MS = 10_000;

/**
 * A connection on which a command has had no answer for so long is dead without a word (a line that was cut, a machine
 * that is gone), and is opened anew. Longer than a consumer's longest wait for a job, ten seconds.
 */
const SILENCE_MAX_MS = 15_000;

const reconnectDelayMs = (times: number): number => Math.min(times * 50, RECONNECT_MAX_MS);

export interface ConnectOptions {
  readonly url: string;
  /** Named connections show up in CLIENT LIST. */
  readonly name?: string;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly silenceMaxMs?: number | undefined;
}

/**
 * A connection for callers who must not wait: while Redis is down every command rejects at once, while Redis is frozen
 * within `commandTimeoutMs`, and a command that was rejected is never sent again after a reconnect.
 */
export function connectFailFast(options: ConnectOptions & { readonly commandTimeoutMs: number }): Redis {
  return withErrorListener(
    new Redis(options.url, {
      connectionName: options.name ?? 'dungji',
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: options.commandTimeoutMs,
      keepAlive: KEEP_ALIVE_MS,
      socketTimeout: options.silenceMaxMs ?? SILENCE_MAX_MS,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: reconnectDelayMs,
    }),
    options.onError,
  );
}

/** A connection for background readers (BullMQ workers, subscribers): commands wait until Redis is back. */
export function connectPatient(options: ConnectOptions): Redis {
  return withErrorListener(
    new Redis(options.url, {
      connectionName: options.name ?? 'dungji',
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepAlive: KEEP_ALIVE_MS,
      socketTimeout: options.silenceMaxMs ?? SILENCE_MAX_MS,
      maxRetriesPerRequest: null,
      retryStrategy: reconnectDelayMs,
    }),
    options.onError,
  );
}

/** Resolves true once the connection is usable, false after `timeoutMs`. Never rejects. */
export function untilReady(redis: Redis, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (isReady: boolean) => {
      clearTimeout(timer);
      redis.off('ready', onReady);
      resolve(isReady);
    };
    const onReady = () => finish(true);
    const timer = setTimeout(() => finish(false), timeoutMs);
    redis.once('ready', onReady);
  });
}

function withErrorListener(redis: Redis, onError: ((error: Error) => void) | undefined): Redis {
  // Without a listener ioredis prints every failed reconnect to the console.
  redis.on('error', (error: Error) => onError?.(error));
  return redis;
}
