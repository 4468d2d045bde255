import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { QUEUES } from '@dungji/contracts';
import { recordAction } from '@dungji/db';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../context.ts';
import { refuse } from './refuse.ts';
import { viewerOf } from './viewer.ts';

const READING = new Set(['GET', 'HEAD']);

/**
 * Bull Board, for admins signed in by session. To anybody else there is nothing here. What an admin changes with it is
 * on record before it happens; without the record it does not happen.
 */
export function bullBoard({ db, queues }: Pick<Deps, 'db' | 'queues'>): RequestHandler {
  const board = new ExpressAdapter();
  board.setBasePath('/admin/queues');
  createBullBoard({
    queues: QUEUES.map((name) => new BullMQAdapter(queues.bull(name))),
    serverAdapter: board,
  });
  const routes = Router();
  routes.use(async (req, res, next) => {
    const viewer = viewerOf(res);
    if (viewer?.role !== 'admin' || viewer.credential.type !== 'session')
      return refuse(req, res, viewer ? 'NOT_FOUND' : 'UNAUTHENTICATED');
    if (!READING.has(req.method)) {
      const detail = { method: req.method, path: req.path };
      try {
        await recordAction(db, { operatorId: viewer.userId, action: 'queue.changed', detail });
      } catch {
        return refuse(req, res, 'DEPENDENCY_DOWN');
      }
    }
    next();
  });
  routes.use(board.getRouter());
  return routes;
}
