import { connectFailFast, type Redis, untilReady } from './connection.ts';
import { within } from './within.ts';

/**
 * Asks Redis for a sign of life; rejects when there is none within `timeoutMs`.
 *
 * @param target an open connection, or a URL to try with a connection of its own
 */
export async function pingRedis(target: Redis | string, timeoutMs: number): Promise<void> {
  const silent = () => new Error(`Redis did not answer within ${timeoutMs} ms`);
  if (typeof target !== 'string') {
    await within(target.ping(), timeoutMs, silent);
    return;
  }
  const redis = connectFailFast({ url: target, commandTimeoutMs: timeoutMs, name: 'dungji-ping' });
  try {
    if (!(await untilReady(redis, timeoutMs))) throw silent();
    await within(redis.ping(), timeoutMs, silent);
  } finally {
    redis.disconnect();
  }
}
