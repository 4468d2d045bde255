import { openProcedure } from '../trpc.ts';

/** The only procedure that needs no credential. `serverNow` lets a client set its clock before signing in. */
export const health = openProcedure.query(({ ctx }): { ok: true; version: string; serverNow: string } => ({
  ok: true,
  version: ctx.deps.version,
  serverNow: serverNow(),
}));

/** The server's clock as every view carries it. */
export const serverNow = (): string => new Date().toISOString();
