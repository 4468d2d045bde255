import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { TRPCRequestInfo } from '@trpc/server/http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Logger } from 'pino';
import type { Auth } from './auth/auth.ts';
import type { Identify } from './auth/identify.ts';
import type { Deps } from './context.ts';
import type { Env } from './env.ts';
import { causeOf, isUnforeseen, Refusal, retryAfterSecondsOf, toTrpcError } from './errors.ts';
import { authRoutes } from './http/auth-routes.ts';
import { bullBoard } from './http/bull-board.ts';
import { type Checks, healthRoutes } from './http/health.ts';
import { metricsRoute } from './http/metrics.ts';
import { refuseForeignOrigins } from './http/origins.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { refuse } from './http/refuse.ts';
import { currentRequestId, requestId } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { identifyViewer, viewerOf } from './http/viewer.ts';
import { requestLog } from './logger.ts';
import { appRouter } from './router.ts';
import { streamEndpoint } from './stream/endpoint.ts';
import { isAccepting } from './trpc.ts';

/** The largest honest body is a card with its steps, some ten kilobytes; files go to the storage directly. */
const BODY_BYTES_MAX = 256 * 1024;
/** More calls than a page makes at once; a longer batch would be one request's worth of rate limit for many. */
const BATCH_CALLS_MAX = 20;

const BUILT_WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface AppOptions {
  readonly env: Env;
  readonly deps: Deps;
  readonly auth: Auth;
  readonly identify: Identify;
  readonly forgetIdentities: () => void;
  readonly limits: RateLimits;
  readonly checks: Checks;
  readonly trustedOrigins: readonly string[];
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

/** Everything the api answers over HTTP, in the order in which a request meets it. */
export function createApp(options: AppOptions): Express {
  const { env, deps, auth, logger, limits } = options;
  const onError = (error: unknown) => logger.error({ err: error, requestId: currentRequestId() }, 'failed');
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  if (env.TRUST_PROXY !== undefined) app.set('trust proxy', trustProxy(env.TRUST_PROXY));

  app.use(
    requestId,
    requestLog(logger),
    securityHeaders(env.PUBLIC_URL, env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT),
  );
  app.use('/health', healthRoutes(options.checks, options.isDraining));
  app.get('/metrics', metricsRoute(deps, env.METRICS_TOKEN));
  app.use(['/trpc', '/api', '/admin'], refuseForeignOrigins(options.trustedOrigins));

  app.use('/api/auth', authRoutes({ auth, limits, onChanged: options.forgetIdentities, onError }));

  app.use(['/trpc', '/admin'], identifyViewer(options.identify, onError), limits.requests);
  app.use('/admin/queues', bullBoard(deps));
  app.get(
    '/trpc/events.subscribe',
    refuseForeignOrigins(options.trustedOrigins, { reads: true }),
    streamEndpoint(deps.hub, { pingMs: env.SSE_PING_MS, onError }),
  );
  // As text: tRPC parses it, and a body that is not JSON becomes a typed error there.
  app.use('/trpc', express.text({ type: 'application/json', limit: BODY_BYTES_MAX }), trpc(deps, onError));

  const webDist = env.WEB_DIST ?? BUILT_WEB;
  if (env.NODE_ENV === 'production' && existsSync(webDist)) serveWeb(app, webDist);
  app.use((req, res) => refuse(req, res, 'NOT_FOUND'));
  app.use(lastResort(onError));
  return app;
}

const trpc = (deps: Deps, onError: (error: unknown) => void) =>
  createExpressMiddleware({
    router: appRouter,
    maxBatchSize: BATCH_CALLS_MAX,
    createContext({ res, info }) {
      // 202 means "this one was accepted"; a batch has one status for many answers.
      if (info.calls.length > 1 && holdsAccepting(info)) throw toTrpcError(new Refusal('INVALID_INPUT'));
      return { requestId: currentRequestId(), viewer: viewerOf(res), deps };
    },
    responseMeta({ info, errors, eagerGeneration }) {
      // A streamed answer (jsonl) sends its status before the outcome is known, so there it stays 200.
      const isAccepted = info && holdsAccepting(info) && errors.length === 0 && !eagerGeneration;
      const waitSeconds = retryAfterSecondsOf(errors);
      return {
        ...(isAccepted && { status: 202 }),
        ...(waitSeconds !== null && { headers: { 'retry-after': String(waitSeconds) } }),
      };
    },
    onError({ error }) {
      if (isUnforeseen(error)) onError(causeOf(error));
    },
  });

const holdsAccepting = (info: TRPCRequestInfo): boolean =>
  info.calls.some((call) => isAccepting(call.procedure?._def.meta));

/** The built web: hashed files for ever, the page itself never from a cache, any other path is the page's to route. */
function serveWeb(app: Express, directory: string): void {
  app.use(
    express.static(directory, { index: false, immutable: true, maxAge: '1y', setHeaders: uncachedPage }),
  );
  app.get('/{*path}', (req, res, next) => {
    // A missing file must stay missing: a page in place of a script would only fail later.
    if (/^\/(trpc|api|admin|health|metrics)(\/|$)|\.\w+$/.test(req.path)) return next();
    res.sendFile('index.html', { root: directory, headers: { 'cache-control': 'no-cache' } });
  });
}

function uncachedPage(res: { setHeader(name: string, value: string): void }, path: string): void {
  if (!path.includes('/assets/')) res.setHeader('cache-control', 'no-cache');
}

/** Express' own errors (a body too large, a broken one, a path that does not decode) in the one error shape. */
const lastResort =
  (onError: (error: unknown) => void): ErrorRequestHandler =>
  (error, req, res, _next) => {
    const status = error instanceof Error && 'status' in error ? error.status : 500;
    if (status === 413) return refuse(req, res, 'PAYLOAD_TOO_LARGE');
    if (typeof status === 'number' && status < 500) return refuse(req, res, 'INVALID_INPUT');
    onError(error);
    refuse(req, res, 'INTERNAL');
  };

/** Express' own notation: a number of hops, true/false, or addresses. */
function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
