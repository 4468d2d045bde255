import type { ReasonCode } from '@dungji/contracts';
import type { Request, Response } from 'express';
import { errorEnvelope } from '../errors.ts';
import { currentRequestId } from './request-id.ts';

/** Answers with a reason before, or instead of, tRPC; in tRPC's envelope, so that one client code reads all errors. */
export function refuse(req: Request, res: Response, reason: ReasonCode): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const { status, body } = errorEnvelope(reason, {
    path: req.originalUrl.startsWith('/trpc/') ? decodedPath(req) : '',
    batched: req.query.batch === '1',
    requestId: currentRequestId(),
  });
  res.status(status).json(body);
}

function decodedPath(req: Request): string {
  const [path = ''] = req.originalUrl.slice('/trpc/'.length).split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
