import { CreateNest, type DocState, ListNests, NestRef, type NestView, UpdateNest } from '@dungji/contracts';
import { createNest, findNest, listNests, removeNest, updateNest } from '@dungji/db';
import { requestSweep } from '@dungji/redis';
import { Refusal } from '../errors.ts';
import { issueAtOnce } from '../issuance/request.ts';
import { settleOwnOverdue } from '../own-overdue.ts';
import { procedure, router } from '../trpc.ts';
import { serverNow } from './health.ts';

/** Active for longer than an issuance takes. */
const isSlow = ({ pendingSince, canReissue }: DocState): boolean => pendingSince !== null && canReissue;

const CONTRACT_ENDS_TOO_EARLY = { contractTo: ['contractTo must not be before contractFrom'] };

export const nestsRouter = router({
  create: procedure.input(CreateNest).mutation(async ({ ctx, input }): Promise<NestView> => {
    const { autoIssue, ...fields } = input;
    const userId = ctx.viewer.userId;
    const nest = await createNest(ctx.deps.db, { userId, ...fields });
    if (!autoIssue) return nest;
    await issueAtOnce(ctx.deps, userId, nest);
    return (await findNest(ctx.deps.db, { nestId: nest.id, userId })) ?? nest;
  }),

  list: procedure
    .input(ListNests)
    .query(
      async ({
        ctx,
        input,
      }): Promise<{ items: NestView[]; nextCursor: string | null; serverNow: string }> => {
        const { db } = ctx.deps;
        const userId = ctx.viewer.userId;
        await settleOwnOverdue(ctx.deps, userId);
        return { ...(await listNests(db, { ...input, userId })), serverNow: serverNow() };
      },
    ),

  get: procedure.input(NestRef).query(async ({ ctx, input }): Promise<NestView & { serverNow: string }> => {
    const { db, queues } = ctx.deps;
    const userId = ctx.viewer.userId;
    await settleOwnOverdue(ctx.deps, userId);
    const nest = await findNest(db, { nestId: input.nestId, userId });
    if (!nest) throw new Refusal('NOT_FOUND');
    // A dead worker or a lost job is the sweep's business: asked for, not waited for.
    if (Object.values(nest.documents).some(isSlow)) void requestSweep(queues).catch(() => undefined);
    return { ...nest, serverNow: serverNow() };
  }),

  update: procedure.input(UpdateNest).mutation(async ({ ctx, input }): Promise<NestView> => {
    const updated = await updateNest(ctx.deps.db, { ...input, userId: ctx.viewer.userId });
    if (!updated) throw new Refusal('NOT_FOUND');
    if (updated.outcome === 'bad_contract')
      throw new Refusal('INVALID_INPUT', { fieldErrors: CONTRACT_ENDS_TOO_EARLY });
    return updated.nest;
  }),

  remove: procedure.input(NestRef).mutation(async ({ ctx, input }): Promise<{ nestId: string }> => {
    const removed = await removeNest(ctx.deps.db, { nestId: input.nestId, userId: ctx.viewer.userId });
    if (!removed) throw new Refusal('NOT_FOUND');
    if (removed === 'active_tasks') throw new Refusal('ACTIVE_TASKS');
    return { nestId: input.nestId };
  }),
});
