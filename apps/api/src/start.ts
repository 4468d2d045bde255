import { createServer, type Server } from 'node:http';
import { type ChangeEvent, VERSION } from '@dungji/contracts';
import { openDb } from '@dungji/db';
import { connectFailFast, openEventPublisher, openEventSubscriber, openQueues } from '@dungji/redis';
import { openStorage } from '@dungji/storage';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { apiKeysOf } from './auth/api-keys.ts';
import { openAuth } from './auth/auth.ts';
import { openIdentify } from './auth/identify.ts';
import type { Env } from './env.ts';
import { sweepWhenNobodyDoes } from './fallback-sweep.ts';
import { trustedOrigins } from './http/origins.ts';
import { rateLimits } from './http/rate-limits.ts';
import { openHub } from './stream/hub.ts';
import { positionIds } from './stream/position.ts';

/** How long the start waits for Redis; without it the api serves all the same, and says so in /health/ready. */
const REDIS_READY_MS = 2_000;
/** Rate limits may cost a frozen Redis this much per request, so that dispatch still fits into two seconds. */
const RATE_LIMIT_TIMEOUT_MS = 200;
/** What is being answered may finish within this; the supervisor kills at five seconds. */
const DRAIN_MS = 3_000;
/** Node's 16 KB would refuse an overlong last event id before anybody could answer it with a snapshot. */
const HEADER_BYTES_MAX = 256 * 1024;

export interface RunningApi {
  readonly url: string;
  /** Breaks the streams, lets requests finish within their bound, closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** Opens what the api needs and listens. Rejects when Postgres is unreachable or the port is taken. */
export async function startApi(env: Env, logger: Logger): Promise<RunningApi> {
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  const redis = { url: env.REDIS_URL, prefix: env.REDIS_PREFIX };
  const publisher = openEventPublisher({ ...redis, onError: onceAMinute(warn('event not published')) });
  let onEvents: (events: readonly ChangeEvent[]) => void = () => {};
  const db = await openDb({
    url: env.DATABASE_URL,
    poolMax: env.DATABASE_POOL_MAX,
    applicationName: 'dungji-api',
    onEvents: (events) => onEvents(events),
    onPoolError: onceAMinute(warn('database connection lost')),
  });
  const queues = openQueues({
    ...redis,
    dispatchTimeoutMs: env.DISPATCH_TIMEOUT_MS,
    onError: onceAMinute(warn('queues: Redis is away')),
  });
  const counters = connectFailFast({
    url: env.REDIS_URL,
    commandTimeoutMs: RATE_LIMIT_TIMEOUT_MS,
    name: 'dungji-rate',
  });
  const storage = openStorage({
    endpoint: env.S3_ENDPOINT,
    ...(env.S3_PUBLIC_ENDPOINT !== undefined && { publicEndpoint: env.S3_PUBLIC_ENDPOINT }),
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
  const origins = trustedOrigins([
    env.PUBLIC_URL,
    env.WEB_URL,
    env.API_URL,
    `http://127.0.0.1:${env.API_PORT}`,
  ]);
  const auth = openAuth({
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL,
    secret: env.AUTH_SECRET,
    trustedOrigins: origins,
    logger,
  });
  const { identify, forgetAll } = openIdentify(auth);
  const hub = openHub({
    db,
    positions: positionIds(env.AUTH_SECRET),
    catchUpMs: env.STREAM_CATCHUP_MS,
    pingMs: env.SSE_PING_MS,
    perUserMax: env.SSE_MAX_PER_USER,
    perProcessMax: env.SSE_MAX_PER_PROCESS,
    onError: onceAMinute(warn('streams: Postgres is away')),
  });
  // Own commits reach own screens even while Redis is away; what comes back through Redis is dropped by its number.
  onEvents = (events) => {
    hub.accept(events);
    publisher.publish(events);
  };
  const subscriber = openEventSubscriber({
    ...redis,
    onEvent: (event) => hub.accept([event]),
    onConnected: () => void hub.catchUp(),
    onError: onceAMinute(warn('events: Redis is away')),
  });
  let isDraining = false;
  const stepTargets = {
    allowlist: env.STEP_TARGET_ALLOWLIST,
    isProduction: env.NODE_ENV === 'production',
  };
  const app = createApp({
    env,
    deps: {
      db,
      queues,
      storage,
      hub,
      apiKeys: apiKeysOf(auth, forgetAll),
      limits: env,
      stepTargets,
      sandboxHost: sandboxHostOf(env),
      version: VERSION,
    },
    auth,
    identify,
    forgetIdentities: forgetAll,
    limits: rateLimits(counters, {
      prefix: env.REDIS_PREFIX,
      requestsPerMinute: env.RATE_LIMIT_REQUESTS_PER_MINUTE,
      signInsPerMinute: env.RATE_LIMIT_SIGN_INS_PER_MINUTE,
      logger,
    }),
    checks: {
      database: async () => void (await db.query('SELECT 1', [])),
      redis: (timeoutMs) => queues.ping(timeoutMs),
      storage: (timeoutMs) => storage.ping(timeoutMs),
    },
    trustedOrigins: origins,
    isDraining: () => isDraining,
    logger,
  });
  const sweeping = setInterval(() => {
    sweepWhenNobodyDoes(db, env).catch(onceAMinute(warn('fallback sweep failed')));
  }, env.SWEEP_INTERVAL_MS);

  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, app);
  const closeParts = async () => {
    clearInterval(sweeping);
    hub.stop();
    subscriber.close();
    publisher.close();
    counters.disconnect();
    await Promise.allSettled([queues.close(), auth.close(), db.close()]);
    storage.close();
  };
  try {
    await Promise.all([listen(server, env.API_PORT, env.API_HOST), queues.ready(REDIS_READY_MS)]);
  } catch (error) {
    await closeParts();
    throw error;
  }

  let stopping: Promise<void> | null = null;
  return {
    url: urlOf(server, env.API_HOST),
    stop() {
      isDraining = true;
      stopping ??= drain(server, () => hub.stop()).then(closeParts);
      return stopping;
    },
  };
}

const sandboxHostOf = ({ NODE_ENV, GENERATION_API_URL: url }: Env): string | null =>
  NODE_ENV === 'production' || url === undefined ? null : new URL(url).host;

/** Takes nothing new, breaks the streams at once, and waits for answers under way, but not for ever. */
async function drain(server: Server, stopStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  stopStreams();
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(deadline);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`;
}

/** Reconnects fail twice a second while a dependency is away; one line a minute says enough. */
function onceAMinute(
  report: (error: unknown) => void,
  now: () => number = Date.now,
): (error: unknown) => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (now() - reportedAtMs < 60_000) return;
    reportedAtMs = now();
    report(error);
  };
}
