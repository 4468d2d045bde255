import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
// Declares `req.id`, also where the router is only a type.
import type {} from 'pino-http';

const scope = new AsyncLocalStorage<string>();

/** A caller's own id is kept when it is short and plain, so that traces join; anything else could forge log lines. */
const PLAIN_ID = /^[\w.-]{8,64}$/;

/** Names each request, in `x-request-id` of every response and in every log line and error that belongs to it. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id');
  const id = given && PLAIN_ID.test(given) ? given : randomUUID();
  req.id = id;
  res.setHeader('x-request-id', id);
  scope.run(id, next);
};

/** The request being answered; empty outside of one. */
export const currentRequestId = (): string => scope.getStore() ?? '';
