import { z } from 'zod';
import { TaskId, UserId } from './ids.ts';
import { Page } from './procedures.ts';
import { words } from './text.ts';
import { IsoTime } from './time.ts';

/** CHARGE: a task was accepted. REFUND: it FAILED, whatever ended it. GRANT: an admin gave credits. */
export const CreditReason = z.enum(['CHARGE', 'REFUND', 'GRANT']);
export type CreditReason = z.infer<typeof CreditReason>;

/** One line of the ledger. The newest line's `balanceAfter` is the balance. */
export const CreditEntryView = z.object({
  id: z.string(),
  /** Negative for a charge. */
  amount: z.number().int(),
  reason: CreditReason,
  taskId: TaskId.nullable(),
  /** What the admin wrote beside a grant. */
  note: z.string().nullable(),
  balanceAfter: z.number().int().min(0),
  createdAt: IsoTime,
});
export type CreditEntryView = z.infer<typeof CreditEntryView>;

export const ListCredits = z.strictObject(Page).default({ limit: 50 });

/** A slip of the finger stays a small one: 20,000 of the dearest videos. */
export const GRANT_MAX = 1_000_000;

export const GrantCredits = z
  .strictObject({
    /** To whom; or `email`. */
    userId: UserId.optional(),
    /** The address they sign in with; or `userId`. */
    email: z.email().optional(),
    amount: z.number().int().min(1).max(GRANT_MAX),
    /** Why; the person reads it in their ledger. */
    note: words(1_000),
    /** The same key grants once, however often the call is repeated. */
    idempotencyKey: z.string().min(1).max(200),
  })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    error: 'give either the id of a user or an e-mail address',
    path: ['userId'],
  });
export type GrantCredits = z.infer<typeof GrantCredits>;

export const CreditBalance = z.object({ balance: z.number().int().min(0) });
export type CreditBalance = z.infer<typeof CreditBalance>;
