import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { pause } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Effects } from './effects.ts';

/** Two hours: longer than any limit of a step. */
const MS_MAX = 7_200_000;

const Apply = z.object({
  key: z.string().min(1).max(200).optional(),
  ms: z.int().min(0).max(MS_MAX).default(0),
  failTimes: z.int().min(0).default(0),
  reject: z.boolean().default(false),
  dropReply: z.boolean().default(false),
});

/** What steps of approved cards act upon, mounted at `/steps`. */
export function stepRoutes(effects: Effects, faults: Faults): Router {
  const router = Router();
  router.use(async (_request, response, next) => {
    const { mode, ms } = faults.of('steps');
    if (mode === 'down') response.status(503).json({ error: 'DOWN', message: 'the step target is down' });
    else if (await pause(response, ms)) next();
  });
  router.use(express.json({ limit: '64kb' }));
  router.post('/apply', (request, response) => apply(effects, request, response));
  return router;
}

/** Applies an effect once per idempotency key; the body says how long that takes and how it goes wrong. */
async function apply(effects: Effects, request: Request, response: Response): Promise<void> {
  const idempotencyKey = request.get('idempotency-key');
  const wish = Apply.safeParse(request.body ?? {});
  if (!idempotencyKey || !wish.success) {
    response
      .status(400)
      .json({ error: 'INVALID_INPUT', message: 'a body and an Idempotency-Key are needed' });
    return;
  }
  const { key, ms, failTimes, reject, dropReply } = wish.data;
  const effect = effects.of(idempotencyKey, key);
  if (reject) {
    response.status(422).json({ error: 'REJECTED', message: 'this input is refused' });
    return;
  }
  const isRepeated = effect.times > 0;
  if (!isRepeated && effect.failures < failTimes) {
    effect.failures += 1;
    response
      .status(500)
      .json({ error: 'FAILED', message: `failed ${effect.failures} of ${failTimes} times` });
    return;
  }
  await effects.apply(effect, ms);
  if (dropReply && !isRepeated) {
    response.socket?.destroy();
    return;
  }
  response.json({ applied: true, key: effect.key, times: effect.times, repeated: isRepeated });
}
