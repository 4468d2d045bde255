import { isOperator } from '@dungji/contracts';
import { initTRPC } from '@trpc/server';
import type { Context } from './context.ts';
import { describeError, Refusal, toTrpcError } from './errors.ts';
import { currentRequestId } from './http/request-id.ts';
import { requireStorable } from './storable.ts';

interface Meta {
  /** This mutation accepts a task: it answers 202 and travels alone. */
  accepting?: true;
}

export const isAccepting = (meta: unknown): boolean =>
  typeof meta === 'object' && meta !== null && 'accepting' in meta;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, path }) {
      return { ...shape, ...describeError(error, { path, requestId: currentRequestId() }) };
    },
  });

/** Every refusal and every accident of a procedure passes here once, and leaves as the TRPCError that fits it. */
const oneMapper = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

const onlyStorable = t.middleware(async ({ getRawInput, next }) => {
  // A body that is no JSON is refused by the procedure's own parsing, if it takes an input at all.
  requireStorable(await getRawInput().catch(() => undefined));
  return next();
});

export const router = t.router;
export const openProcedure = t.procedure.use(oneMapper).use(onlyStorable);

export const procedure = openProcedure.use(({ ctx, next }) => {
  if (!ctx.viewer) throw new Refusal('UNAUTHENTICATED');
  return next({ ctx: { ...ctx, viewer: ctx.viewer } });
});

export const acceptingProcedure = procedure.meta({ accepting: true });

export const operatorProcedure = procedure.use(({ ctx, next }) => {
  if (!isOperator(ctx.viewer.role)) throw new Refusal('FORBIDDEN');
  return next();
});

/** For what only a person may do: a leaked API key must not mint further keys. */
export const personProcedure = procedure.use(({ ctx, next }) => {
  if (ctx.viewer.credential.type !== 'session') throw new Refusal('FORBIDDEN');
  return next();
});

/** For decisions: an operator in person, so that no program approves what a program has proposed. */
export const deciderProcedure = personProcedure.use(({ ctx, next }) => {
  if (!isOperator(ctx.viewer.role)) throw new Refusal('FORBIDDEN');
  return next();
});
