import {
  type Accepted,
  type IssuanceOutlook,
  IssuanceOutlookQuery,
  RequestIssuance,
} from '@dungji/contracts';
import { lookAhead } from '../issuance/outlook.ts';
import { requestIssuance } from '../issuance/request.ts';
import { acceptingProcedure, procedure, router } from '../trpc.ts';

export const issuanceRouter = router({
  request: acceptingProcedure
    .input(RequestIssuance)
    .mutation(({ ctx, input }): Promise<Accepted> => requestIssuance(ctx.deps, ctx.viewer.userId, input)),

  /** What may be said before the click: cost, usual duration, who waits, and whether anybody is there to issue. */
  outlook: procedure
    .input(IssuanceOutlookQuery)
    .query(({ ctx, input }): Promise<IssuanceOutlook> => lookAhead(ctx.deps, ctx.viewer.userId, input)),
});
