import { randomInt } from 'node:crypto';
import { Subscribe } from '@dungji/contracts';
import type { Request, RequestHandler } from 'express';
import { isUnforeseen } from '../errors.ts';
import { refuse } from '../http/refuse.ts';
import { viewerOf } from '../http/viewer.ts';
import type { Hub } from './hub.ts';
import { sseSink } from './sse.ts';

/** Two pings may be lost on the way before a client gives the connection up. */
const PINGS_MISSED = 2.5;

/**
 * `GET /trpc/events.subscribe`. Everything that can be refused is refused here with its HTTP status, which tRPC's own
 * subscriptions cannot do; batches and other methods fall through to tRPC and its errors.
 */
export function streamEndpoint(
  hub: Hub,
  options: { pingMs: number; onError: (error: unknown) => void },
): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' || req.query.batch === '1') return next();
    const viewer = viewerOf(res);
    if (!viewer) return refuse(req, res, 'UNAUTHENTICATED');
    const lastEventId = lastEventIdOf(req);
    if (lastEventId === undefined) return refuse(req, res, 'INVALID_INPUT');
    if (!hub.hasRoomFor(viewer.userId)) {
      // Spread out, so that those who were refused together do not come back together.
      res.setHeader('retry-after', String(randomInt(5, 16)));
      return refuse(req, res, 'DEPENDENCY_DOWN');
    }
    const sink = sseSink(res, options.pingMs * PINGS_MISSED);
    const closed = new Promise<void>((resolve) => res.once('close', resolve));
    try {
      const leave = await hub.open(viewer, sink, lastEventId);
      if (res.closed) leave();
      else void closed.then(leave);
    } catch (error) {
      if (isUnforeseen(error)) options.onError(error);
      refuse(req, res, isUnforeseen(error) ? 'INTERNAL' : 'DEPENDENCY_DOWN');
    }
  };
}

/** Where tRPC's clients put it, in the order in which tRPC looks; undefined when the input is not even JSON. */
function lastEventIdOf(req: Request): string | null | undefined {
  const direct = req.get('last-event-id') ?? req.query.lastEventId ?? req.query['Last-Event-Id'];
  if (typeof direct === 'string' && direct !== '') return direct;
  if (typeof req.query.input !== 'string') return null;
  try {
    // What is no id at all is answered like an id that says nothing: by a snapshot.
    return Subscribe.safeParse(JSON.parse(req.query.input)).data?.lastEventId ?? null;
  } catch {
    return undefined;
  }
}
