import type { RequestHandler, Response } from 'express';
import type { Identify } from '../auth/identify.ts';
import type { Viewer } from '../viewer.ts';
import { refuse } from './refuse.ts';

const VIEWER = 'viewer';

/** Finds out who asks, once per request. When that cannot be found out, nobody is let in and nobody is turned away. */
export function identifyViewer(identify: Identify, onError: (error: unknown) => void): RequestHandler {
  return async (req, res, next) => {
    try {
      const { viewer, setCookies } = await identify(req);
      res.locals[VIEWER] = viewer;
      if (setCookies.length > 0) res.append('set-cookie', setCookies);
    } catch (error) {
      onError(error);
      return refuse(req, res, 'DEPENDENCY_DOWN');
    }
    next();
  };
}

export const viewerOf = (res: Response): Viewer | null => res.locals[VIEWER] ?? null;
