import express, { type ErrorRequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import type { Clock } from './clock.ts';
import { controlRoutes } from './control/routes.ts';
import { Faults } from './faults.ts';
import { GENERATION_PATH, JobBook } from './generation/jobs.ts';
import { generationRoutes } from './generation/routes.ts';
import { createLedger, LEDGER_PATH, ledgerRoutes } from './ledger/routes.ts';
import { createPortal, PORTAL_PATH } from './portal/portal.ts';
import { portalRoutes } from './portal/routes.ts';
import { Effects } from './steps/effects.ts';
import { stepRoutes } from './steps/routes.ts';

export interface SandboxOptions {
  /** Milliseconds since the epoch; tests move it instead of waiting. Default: the real time. */
  readonly now?: Clock;
  /** Default: silent. */
  readonly logger?: Logger;
  /** What callers of the step target sign with. */
  readonly signingSecret?: string;
}

/** No secret: nothing real is protected by it. */
const SIGNING_SECRET = 'dungji-sandbox-step-signing-secret';

/**
 * The outside world for development and tests, as an Express app: the registry portal at `/portal`, the building ledger
 * at `/ledger`, the provider of videos at `/generation`, the target of approved steps at `/steps` and the control API at
 * `/__sandbox`. Each app is a world of its own. Its state lives in memory and dies
 * with it, for it plays what we do not own: nothing of the product may lean on it being kept.
 */
export function createSandbox(options: SandboxOptions = {}): express.Express {
  const { now = Date.now, logger = pino({ level: 'silent' }), signingSecret = SIGNING_SECRET } = options;
  const faults = new Faults();
  const portal = createPortal(now, logger, faults);
  const effects = new Effects(now);
  const ledger = createLedger(faults);
  const jobs = new JobBook(now, faults);

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.get('/', (_request, response) => response.redirect(302, `${PORTAL_PATH}/`));
  app.use(PORTAL_PATH, portalRoutes(portal));
  app.use(LEDGER_PATH, ledgerRoutes(ledger));
  app.use(GENERATION_PATH, generationRoutes(jobs));
  app.use('/steps', stepRoutes({ effects, faults, now, signingSecret }));
  app.use('/__sandbox', controlRoutes({ portal, ledger, jobs, effects, faults }));
  app.use(answerError(logger));
  return app;
}

/** Bad bodies are their sender's fault (4xx); the rest is ours. No stack leaves the process. */
function answerError(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = statusOf(error);
    if (status >= 500)
      logger.error({ err: error, method: request.method, path: request.path }, 'request failed');
    if (response.headersSent) return next(error);
    response
      .status(status)
      .type('text')
      .send(status >= 500 ? 'Internal error' : 'Bad request');
  };
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : 500;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
