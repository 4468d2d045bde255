import {
  type Accepted,
  type ApprovalDetail,
  ApprovalRef,
  type ApprovalView,
  isOperator,
  ListApprovals,
  OpenApproval,
  RejectApproval,
} from '@dungji/contracts';
import { expireOverdueApprovals, findApproval, listApprovals } from '@dungji/db';
import { approveCard, rejectCard } from '../approval/decide.ts';
import { openCard } from '../approval/open.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';
import { settleOwnOverdue } from '../own-overdue.ts';
import { deciderProcedure, procedure, router } from '../trpc.ts';
import type { Viewer } from '../viewer.ts';
import { serverNow } from './health.ts';

/** Whose cards somebody may look at: operators everyone's, others those they asked for. */
const scopeOf = (viewer: Viewer) => (isOperator(viewer.role) ? null : viewer.userId);

/** Overdue cards that one page view expires; what is beyond, the sweep finds. */
const ROWS_MAX = 20;

/** Whoever looks at cards first sees those gone whose time is over, and their own runs ended, also while no sweep runs. */
async function settleFirst(deps: Deps, viewer: Viewer): Promise<void> {
  await settleOwnOverdue(deps, viewer.userId);
  await expireOverdueApprovals(deps.db, { batch: ROWS_MAX, rowsMax: ROWS_MAX });
}

export const approvalsRouter = router({
  /** Programs propose, by API key, and operators; who has neither asks one of them. */
  open: procedure.input(OpenApproval).mutation(({ ctx, input }): Promise<ApprovalView> => {
    const mayOpen = ctx.viewer.credential.type === 'apiKey' || isOperator(ctx.viewer.role);
    if (!mayOpen) throw new Refusal('FORBIDDEN');
    return openCard(ctx.deps, ctx.viewer, input);
  }),

  list: procedure
    .input(ListApprovals)
    .query(
      async ({
        ctx,
        input,
      }): Promise<{ items: ApprovalView[]; nextCursor: string | null; serverNow: string }> => {
        const { db } = ctx.deps;
        await settleFirst(ctx.deps, ctx.viewer);
        return {
          ...(await listApprovals(db, { ...input, userId: scopeOf(ctx.viewer) })),
          serverNow: serverNow(),
        };
      },
    ),

  get: procedure
    .input(ApprovalRef)
    .query(async ({ ctx, input }): Promise<ApprovalDetail & { serverNow: string }> => {
      const { db } = ctx.deps;
      await settleFirst(ctx.deps, ctx.viewer);
      const approval = await findApproval(db, { ...input, userId: scopeOf(ctx.viewer) });
      if (!approval) throw new Refusal('NOT_FOUND');
      return { ...approval, serverNow: serverNow() };
    }),

  approve: deciderProcedure
    .meta({ accepting: true })
    .input(ApprovalRef)
    .mutation(
      ({ ctx, input }): Promise<Accepted> => approveCard(ctx.deps, ctx.viewer.userId, input.approvalId),
    ),

  reject: deciderProcedure
    .input(RejectApproval)
    .mutation(({ ctx, input }): Promise<ApprovalView> => rejectCard(ctx.deps, ctx.viewer.userId, input)),
});
