import {
  GENERATION_COSTS,
  type GenerationAccepted,
  type RequestGeneration,
  type UserId,
} from '@dungji/contracts';
import { acceptTask, creditBalance } from '@dungji/db';
import { accepted, dispatch, hashOf } from '../accepted.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isPublicPicture } from './public-picture.ts';

/**
 * Accepts one generation, takes its price in the same statement, and queues it.
 *
 * @throws Refusal INVALID_INPUT for a picture inside our own network, NOT_FOUND for one that is not the user's,
 *   INSUFFICIENT_CREDITS, IDEMPOTENCY_CONFLICT, and DISPATCH_FAILED (already refunded) when the queue cannot be reached
 */
export async function requestGeneration(
  deps: Deps,
  userId: UserId,
  { idempotencyKey, ...input }: RequestGeneration,
): Promise<GenerationAccepted> {
  const { imageUrl, imageDocumentId, prompt, seconds } = input;
  if (imageUrl !== undefined && !(await isPublicPicture(imageUrl, deps.sandboxHost)))
    throw new Refusal('INVALID_INPUT', {
      fieldErrors: { imageUrl: ['is not an address of the public internet'] },
    });
  const cost = GENERATION_COSTS[seconds];
  const answer = await acceptTask(deps.db, {
    kind: 'generation',
    userId,
    input,
    cost,
    pictureId: imageDocumentId,
    limits: deps.limits,
    ...(idempotencyKey !== undefined && {
      idempotency: {
        procedure: 'generations.request',
        key: idempotencyKey,
        inputHash: hashOf({ imageUrl, imageDocumentId, prompt, seconds }),
      },
    }),
  });
  switch (answer.outcome) {
    case 'missing':
      throw new Refusal('NOT_FOUND');
    case 'conflict':
      throw new Refusal('IDEMPOTENCY_CONFLICT');
    case 'unaffordable':
      throw new Refusal('INSUFFICIENT_CREDITS');
    case 'reused':
      return {
        ...accepted(answer.task, true),
        creditsCharged: cost,
        balance: await creditBalance(deps.db, userId),
      };
    case 'accepted': {
      const task = await dispatch(deps, answer.task);
      return { ...accepted(task, false), creditsCharged: cost, balance: answer.balance ?? 0 };
    }
  }
}
