import {
  ISSUANCE_FEE_KRW,
  type IssuanceOutlook,
  type IssuanceOutlookQuery,
  type UserId,
} from '@dungji/contracts';
import { findNest, issuanceHistory } from '@dungji/db';
import { readHeartbeats } from '@dungji/redis';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Fewer issues than these say more about the few than about the next one. */
const SAMPLE_MIN = 5;

/**
 * How issuing a document would go if it were asked for now, as far as that can be told.
 *
 * @throws Refusal NOT_FOUND for a nest that is missing or somebody else's
 */
export async function lookAhead(
  { db, queues }: Deps,
  userId: UserId,
  { nestId, docType }: IssuanceOutlookQuery,
): Promise<IssuanceOutlook> {
  if (!(await findNest(db, { nestId, userId }))) throw new Refusal('NOT_FOUND');
  const [history, workersOnline] = await Promise.all([issuanceHistory(db, docType), issuersOnline(queues)]);
  const { sample, usualMs, slowMs, ahead } = history;
  const isKnown = sample >= SAMPLE_MIN;
  return {
    feeKrw: ISSUANCE_FEE_KRW[docType],
    usualMs: isKnown ? usualMs : null,
    slowMs: isKnown ? slowMs : null,
    sample,
    ahead,
    workersOnline,
    serverNow: new Date().toISOString(),
  };
}

/** Workers that take issuances right now; null without Redis, which alone knows. */
async function issuersOnline(queues: Deps['queues']): Promise<number | null> {
  try {
    const beats = await readHeartbeats(queues.connection, queues.prefix);
    return beats.filter((beat) => beat.consuming && beat.queues.includes('issuance')).length;
  } catch {
    return null;
  }
}
