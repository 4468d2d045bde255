import type { Accepted, NestView, RequestIssuance, UserId } from '@dungji/contracts';
import { acceptTask } from '@dungji/db';
import { accepted, dispatch, hashOf } from '../accepted.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Accepts one issuance of a nest's document and queues it. A key that was used answers its task, in any state, also when
 * the nest is gone by now.
 *
 * @throws Refusal NOT_FOUND for a nest that is missing or somebody else's, IDEMPOTENCY_CONFLICT, and DISPATCH_FAILED
 *   with the id of the failed task when the queue cannot be reached
 */
export async function requestIssuance(
  deps: Deps,
  userId: UserId,
  { nestId, docType, idempotencyKey }: RequestIssuance,
): Promise<Accepted> {
  const answer = await acceptTask(deps.db, {
    kind: 'issuance',
    userId,
    nestId,
    docType,
    input: { nestId, docType },
    limits: deps.limits,
    ...(idempotencyKey !== undefined && {
      idempotency: {
        procedure: 'issuance.request',
        key: idempotencyKey,
        inputHash: hashOf({ nestId, docType }),
      },
    }),
  });
  if (answer.outcome === 'missing') throw new Refusal('NOT_FOUND');
  if (answer.outcome === 'conflict') throw new Refusal('IDEMPOTENCY_CONFLICT');
  if (answer.outcome === 'reused') return accepted(answer.task, true);
  return accepted(await dispatch(deps, answer.task), false);
}

/**
 * The automatic start of a new nest: of its register alone; who wants the ledger too asks for it. The nest is created
 * whatever happens here: a start that fails stays visible as the nest's FAILED(DISPATCH_FAILED) task, to be asked for again.
 */
export async function issueAtOnce(deps: Deps, userId: UserId, nest: NestView): Promise<void> {
  try {
    await requestIssuance(deps, userId, { nestId: nest.id, docType: 'REGISTRY' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
