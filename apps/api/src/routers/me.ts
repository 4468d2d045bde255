import type { Role } from '@dungji/contracts';
import { procedure, router } from '../trpc.ts';

export interface Me {
  id: string;
  email: string;
  role: Role;
  locale: string;
  /** How long the person's page waits between two polls while it has no stream. */
  pollIntervalMs: number;
}

export const meRouter = router({
  get: procedure.query(({ ctx }): Me => {
    const { userId, email, role, locale } = ctx.viewer;
    return { id: userId, email, role, locale, pollIntervalMs: ctx.deps.limits.POLL_INTERVAL_MS };
  }),
});
