import { toNodeHandler } from 'better-auth/node';
import type { RequestHandler } from 'express';
import type { Auth } from '../auth/auth.ts';
import { describeError, Refusal } from '../errors.ts';
import { currentRequestId } from './request-id.ts';

/**
 * better-auth's own routes. Its refusals pass as they are; trouble below it (its database) becomes a 503 that says so,
 * since it would answer with an empty 500.
 *
 * @param onChanged called after whatever may have changed sessions or accounts
 */
export function authRoutes(
  auth: Auth,
  onChanged: () => void,
  onError: (error: unknown) => void,
): RequestHandler {
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
