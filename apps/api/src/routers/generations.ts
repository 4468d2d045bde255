import {
  type GenerationAccepted,
  type GenerationView,
  ListGenerations,
  RequestGeneration,
} from '@dungji/contracts';
import { listGenerations } from '@dungji/db';
import { requestGeneration } from '../generation/request.ts';
import { settleOwnOverdue } from '../own-overdue.ts';
import { acceptingProcedure, procedure, router } from '../trpc.ts';
import { serverNow } from './health.ts';

export const generationsRouter = router({
  request: acceptingProcedure
    .input(RequestGeneration)
    .mutation(
      ({ ctx, input }): Promise<GenerationAccepted> => requestGeneration(ctx.deps, ctx.viewer.userId, input),
    ),

  /** One's own, newest first, with what they cost. */
  list: procedure
    .input(ListGenerations)
    .query(
      async ({
        ctx,
        input,
      }): Promise<{ items: GenerationView[]; nextCursor: string | null; serverNow: string }> => {
        const { userId } = ctx.viewer;
        await settleOwnOverdue(ctx.deps, userId);
        return { ...(await listGenerations(ctx.deps.db, { ...input, userId })), serverNow: serverNow() };
      },
    ),
});
