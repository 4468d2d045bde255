import { toNodeHandler } from 'better-auth/node';
import express, { type RequestHandler, Router } from 'express';
import type { Auth } from '../auth/auth.ts';
import { describeError, Refusal } from '../errors.ts';
import type { RateLimits } from './rate-limits.ts';
import { refuse } from './refuse.ts';
import { currentRequestId } from './request-id.ts';

/** An e-mail address, a password and a name. */
const BODY_BYTES_MAX = 256 * 1024;

/** Where accounts and passwords are tried: as slow as guessing has to be. */
const GUESSING = ['/sign-in/email', '/sign-up/email'];

/**
 * What pages and programs use of better-auth. Its other routes would do more than this product's own procedures allow: an
 * API key, which it takes for a session, could mint keys, change the account and read the tokens of its sessions.
 */
const ROUTES = new Set([...GUESSING.map((path) => `POST ${path}`), 'POST /sign-out', 'GET /get-session']);

/** `/api/auth`: the routes in use, their bodies bounded before anything reads them, rate limited, without API keys. */
export function authRoutes(options: {
  readonly auth: Auth;
  readonly limits: RateLimits;
  /** Called after whatever may have changed sessions or accounts. */
  readonly onChanged: () => void;
  readonly onError: (error: unknown) => void;
}): RequestHandler {
  const { auth, limits, onChanged, onError } = options;
  const routes = Router();
  routes.use((req, res, next) => {
    if (!ROUTES.has(`${req.method} ${req.path}`)) return refuse(req, res, 'NOT_FOUND');
    delete req.headers['x-api-key'];
    const limit = GUESSING.includes(req.path) ? limits.signIns : limits.requests;
    return limit(req, res, next);
  });
  routes.use(express.text({ type: () => true, limit: BODY_BYTES_MAX }), betterAuth(auth, onChanged, onError));
  return routes;
}

/** Its refusals pass as they are; trouble below it (its database) becomes a 503 that says so, not its empty 500. */
function betterAuth(auth: Auth, onChanged: () => void, onError: (error: unknown) => void): RequestHandler {
  const handler = toNodeHandler({
    async handler(request: Request): Promise<Response> {
      try {
        const response = await auth.handler(request);
        return response.status < 500 ? response : unavailable();
      } catch (error) {
        onError(error);
        return unavailable();
      }
    },
  });
  return async (req, res) => {
    if (req.method !== 'GET') res.once('finish', onChanged);
    await handler(req, res);
  };
}

function unavailable(): Response {
  const at = { path: undefined, requestId: currentRequestId() };
  const { message, data } = describeError(new Refusal('DEPENDENCY_DOWN'), at);
  return Response.json({ code: data.reason, message }, { status: data.httpStatus });
}
