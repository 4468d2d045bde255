import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { type Clock, pause } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Effect, Effects } from './effects.ts';
import { isSigned } from './signature.ts';

export interface StepTarget {
  readonly effects: Effects;
  readonly faults: Faults;
  readonly now: Clock;
  /** What callers of `/receive` sign with. */
  readonly signingSecret: string;
}

/** Two hours: longer than any limit of a step. */
const MS_MAX = 7_200_000;

const Wish = z.object({
  key: z.string().min(1).max(200).optional(),
  ms: z.int().min(0).max(MS_MAX).default(0),
  failTimes: z.int().min(0).default(0),
  reject: z.boolean().default(false),
  dropReply: z.boolean().default(false),
  /** `/receive` only: answers 202 at once, and tells the end to whoever asks. */
  later: z.boolean().default(false),
  /** `/receive` only: sends the caller there, who must not go. */
  redirectTo: z.string().optional(),
});
type Wish = z.infer<typeof Wish>;

/**
 * What steps of approved cards act upon, mounted at `/steps`: `/apply` for `sandbox.apply`, and `/receive` as a system of
 * somebody else's would receive `http.post`, verifying who calls. The body says how long it takes and how it goes wrong.
 */
export function stepRoutes(target: StepTarget): Router {
  const { effects, faults } = target;
  const router = Router();
  router.use(async (_request, response, next) => {
    const { mode, ms } = faults.of('steps');
    if (mode === 'down') response.status(503).json({ error: 'DOWN', message: 'the step target is down' });
    else if (await pause(response, ms)) next();
  });
  router.use(express.raw({ type: () => true, limit: '64kb' }));
  router.post('/apply', (request, response) => takeStep(effects, request, response));
  router.use('/receive', verified(target));
  router.post('/receive', (request, response) => takeStep(effects, request, response));
  router.get('/receive/:key', (request, response) => tell(effects.find(request.params.key), response));
  return router;
}

/** Refuses whoever cannot prove to be the one that was agreed with. */
const verified =
  ({ signingSecret, now }: StepTarget) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const call = {
      timestamp: request.get('x-dungji-timestamp'),
      signature: request.get('x-dungji-signature'),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    };
    if (isSigned(signingSecret, call, now())) next();
    else response.status(401).json({ error: 'BAD_SIGNATURE', message: 'the signature does not fit' });
  };

/** An effect once per idempotency key. */
async function takeStep(effects: Effects, request: Request, response: Response): Promise<void> {
  const idempotencyKey = request.get('idempotency-key');
  const wish = readWish(request.body);
  if (!idempotencyKey || !wish) {
    response
      .status(400)
      .json({ error: 'INVALID_INPUT', message: 'a body and an Idempotency-Key are needed' });
    return;
  }
  const effect = effects.of(idempotencyKey, wish.key);
  const isRepeated = effect.times > 0;
  if (wish.reject) response.status(422).json({ error: 'REJECTED', message: 'this input is refused' });
  else if (wish.redirectTo !== undefined) response.redirect(307, wish.redirectTo);
  else if (!isRepeated && effect.failures < wish.failTimes) fail(effect, wish, response);
  else if (wish.later && !isRepeated) {
    void effects.apply(effect, wish.ms);
    tell(effect, response.location(`/steps/receive/${encodeURIComponent(idempotencyKey)}`));
  } else {
    await effects.apply(effect, wish.ms);
    if (wish.dropReply && !isRepeated) response.socket?.destroy();
    else tell(effect, response);
  }
}

function readWish(body: unknown): Wish | null {
  try {
    const text = Buffer.isBuffer(body) ? body.toString('utf8') : '{}';
    return Wish.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function fail(effect: Effect, { failTimes }: Wish, response: Response): void {
  effect.failures += 1;
  response.status(500).json({ error: 'FAILED', message: `failed ${effect.failures} of ${failTimes} times` });
}

/** How it stands: done, or 202 while it is being done. */
function tell(effect: Effect | undefined, response: Response): void {
  if (!effect) response.status(404).json({ error: 'NOT_FOUND' });
  else if (effect.times > 0) response.json({ applied: true, key: effect.key, times: effect.times });
  else response.status(202).set('Retry-After', '1').json({ applied: false, key: effect.key });
}
