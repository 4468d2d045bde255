import { type Accepted, RequestIssuance } from '@dungji/contracts';
import { requestIssuance } from '../issuance/request.ts';
import { acceptingProcedure, router } from '../trpc.ts';

export const issuanceRouter = router({
  request: acceptingProcedure
    .input(RequestIssuance)
    .mutation(({ ctx, input }): Promise<Accepted> => requestIssuance(ctx.deps, ctx.viewer.userId, input)),
});
