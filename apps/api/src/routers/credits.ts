import { type CreditBalance, type CreditEntryView, GrantCredits, ListCredits } from '@dungji/contracts';
import { creditBalance, creditLedger, grantCredits, userByEmail } from '@dungji/db';
import { Refusal } from '../errors.ts';
import { settleOwnOverdue } from '../own-overdue.ts';
import { procedure, router } from '../trpc.ts';
import { serverNow } from './health.ts';

export const creditsRouter = router({
  balance: procedure.query(async ({ ctx }): Promise<CreditBalance> => {
    const { userId } = ctx.viewer;
    await settleOwnOverdue(ctx.deps, userId);
    return { balance: await creditBalance(ctx.deps.db, userId) };
  }),

  /** One's own ledger, newest first, with the running balance. */
  ledger: procedure
    .input(ListCredits)
    .query(
      async ({
        ctx,
        input,
      }): Promise<{ items: CreditEntryView[]; nextCursor: string | null; serverNow: string }> => {
        const { userId } = ctx.viewer;
        await settleOwnOverdue(ctx.deps, userId);
        return { ...(await creditLedger(ctx.deps.db, { ...input, userId })), serverNow: serverNow() };
      },
    ),

  /** Admins only; the same key grants once. It is recorded who gave what to whom, and why. */
  grant: procedure
    .input(GrantCredits)
    .mutation(async ({ ctx, input }): Promise<CreditBalance & { reused: boolean }> => {
      if (ctx.viewer.role !== 'admin') throw new Refusal('FORBIDDEN');
      const { db } = ctx.deps;
      const { email = '', amount, note, idempotencyKey: key } = input;
      const userId = input.userId ?? (await userByEmail(db, email));
      const answer =
        userId && (await grantCredits(db, { userId, amount, note, key, grantedBy: ctx.viewer.userId }));
      if (!answer) throw new Refusal('NOT_FOUND');
      if (answer.outcome === 'conflict') throw new Refusal('IDEMPOTENCY_CONFLICT');
      return { balance: answer.balance, reused: answer.outcome === 'reused' };
    }),
});
