import { createHash } from 'node:crypto';
import type { Redis } from '@dungji/redis';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Logger } from 'pino';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { refuse } from './refuse.ts';
import { viewerOf } from './viewer.ts';

const WINDOW_MS = 60_000;

export interface RateLimits {
  /** Per user; those who are nobody yet share their address. */
  readonly requests: RequestHandler;
  /** Per address: guessing passwords is slow from anywhere. */
  readonly signIns: RequestHandler;
}

/** Counted in Redis, so that all api processes count together; without Redis nothing is limited rather than everything refused. */
export function rateLimits(
  redis: Redis,
  options: { prefix: string; requestsPerMinute: number; signInsPerMinute: number; logger: Logger },
): RateLimits {
  const { prefix, logger } = options;
  const sendCommand = async (command: string, ...args: string[]): Promise<RedisReply> => {
    try {
      return (await redis.call(command, ...args)) as RedisReply;
    } catch (error) {
      // The store keeps its first answer to SCRIPT LOAD for ever, so Redis being away at boot would switch the limits off
      // for good. A script's name is its SHA-1; an unknown one makes the store load it again.
      const [subcommand, script] = args;
      if (command === 'SCRIPT' && subcommand === 'LOAD' && script)
        return createHash('sha1').update(script).digest('hex');
      throw error;
    }
  };
  const limited = {
    windowMs: WINDOW_MS,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    passOnStoreError: true,
    // One line a failure at debug: the health check and the metrics already tell that Redis is away.
    logger: {
      error: () => logger.debug('rate limit not counted'),
      warn: (text: unknown) => logger.warn(String(text)),
    },
  } as const;
  return {
    requests: rateLimit({
      ...limited,
      limit: options.requestsPerMinute,
      store: new RedisStore({ prefix: `${prefix}:rate:requests:`, sendCommand }),
      keyGenerator: (req, res) => viewerOf(res)?.userId ?? ipKeyGenerator(req.ip ?? ''),
      handler: (req, res) => refuse(req, res, 'RATE_LIMITED'),
    }),
    signIns: rateLimit({
      ...limited,
      limit: options.signInsPerMinute,
      store: new RedisStore({ prefix: `${prefix}:rate:sign-ins:`, sendCommand }),
      keyGenerator: (req) => ipKeyGenerator(req.ip ?? ''),
      handler: (req, res) => refuse(req, res, 'RATE_LIMITED'),
    }),
  };
}
