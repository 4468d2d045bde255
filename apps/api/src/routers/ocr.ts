import { type Accepted, DocumentRef } from '@dungji/contracts';
import { requestReading } from '../documents/reading.ts';
import { acceptingProcedure, router } from '../trpc.ts';

export const ocrRouter = router({
  request: acceptingProcedure
    .input(DocumentRef)
    .mutation(
      ({ ctx, input }): Promise<Accepted> => requestReading(ctx.deps, ctx.viewer.userId, input.documentId),
    ),
});
