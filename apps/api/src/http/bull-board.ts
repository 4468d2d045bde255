import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { QUEUES } from '@dungji/contracts';
import type { Queues } from '@dungji/redis';
import { type RequestHandler, Router } from 'express';
import { refuse } from './refuse.ts';
import { viewerOf } from './viewer.ts';

/** Bull Board, for admins signed in by session. To anybody else there is nothing here. */
export function bullBoard(queues: Queues): RequestHandler {
  const board = new ExpressAdapter();
  board.setBasePath('/admin/queues');
  createBullBoard({
    queues: QUEUES.map((name) => new BullMQAdapter(queues.bull(name))),
    serverAdapter: board,
  });
  const routes = Router();
  routes.use((req, res, next) => {
    const viewer = viewerOf(res);
    if (viewer?.role === 'admin' && viewer.credential.type === 'session') return next();
    refuse(req, res, viewer ? 'NOT_FOUND' : 'UNAUTHENTICATED');
  });
  routes.use(board.getRouter());
  return routes;
}
