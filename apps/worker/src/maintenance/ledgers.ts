import type { Limits, UserId } from '@dungji/contracts';
import { checkLedgers, type Db } from '@dungji/db';
import type { Logger } from 'pino';
import type { Tally } from './tally.ts';

/** A few sweeps' worth, so that one that did not run is made up for. */
const CHANGED_WITHIN_MS = 300_000;

/** Where this process goes on; after a start it begins with the first account. */
let after: UserId | null = null;

/** Looks whether people's credits add up, and says so aloud when they do not. Nothing is repaired by itself. */
export async function sweepLedgers(
  { db, limits, log }: { readonly db: Db; readonly limits: Limits; readonly log: Logger },
  tally: Tally,
): Promise<void> {
  const checked = await checkLedgers(db, {
    batch: limits.SWEEP_BATCH,
    changedWithinMs: CHANGED_WITHIN_MS,
    after,
  });
  after = checked.next;
  tally.errors += checked.mismatches.length;
  for (const userId of checked.mismatches) log.error({ userId }, 'a ledger of credits does not add up');
}
