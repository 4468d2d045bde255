import { IsoTime, line } from '@dungji/contracts';
import { z } from 'zod';
import type { ApiKeyView } from '../auth/api-keys.ts';
import { Refusal } from '../errors.ts';
import { personProcedure, router } from '../trpc.ts';

/** better-auth's own bound for keys that expire at all. */
const LIFE_MAX_MS = 3_650 * 24 * 3_600_000;

const CreateApiKey = z.strictObject({
  name: line(60),
  /** Left out: the key stands until it is revoked. */
  expiresAt: IsoTime.refine(
    (time) => Date.parse(time) > Date.now() && Date.parse(time) < Date.now() + LIFE_MAX_MS,
    'must lie ahead, within ten years',
  ).optional(),
});

export const apiKeysRouter = router({
  create: personProcedure
    .input(CreateApiKey)
    .mutation(
      ({ ctx, input }): Promise<ApiKeyView & { key: string }> =>
        ctx.deps.apiKeys.create(ctx.viewer.userId, { name: input.name, expiresAt: input.expiresAt ?? null }),
    ),

  list: personProcedure.query(
    async ({ ctx }): Promise<{ items: ApiKeyView[] }> => ({
      items: await ctx.deps.apiKeys.list(ctx.viewer.userId),
    }),
  ),

  revoke: personProcedure
    .input(z.strictObject({ id: z.string().min(1).max(100) }))
    .mutation(async ({ ctx, input }): Promise<{ id: string }> => {
      const revoked = await ctx.deps.apiKeys.revoke(ctx.viewer.userId, input.id);
      if (!revoked) throw new Refusal('NOT_FOUND');
      return { id: input.id };
    }),
});
