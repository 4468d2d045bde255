import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from '@dungji/contracts';
import type { LookTools } from '../kinds/generation/look.ts';
import { lookAtDue } from '../kinds/generation/settlers.ts';
import type { Tally } from './tally.ts';

/** No look begins later than this: the next tick goes on where this one stopped. */
const BUDGET_MS = 10_000;
/** Somebody may wait for the sweep's numbers, and the stages behind this one must not wait for a provider that hangs. */
const WAIT_MAX_MS = 3_000;
/** A look that hangs all the same (an upload, say) ends here; its lease ends later. */
const LOOKS_TIMEOUT_MS = 200_000;

/**
 * The second settler: asks about every generation that its worker should have settled by now. `within` resolves when
 * the looks are over or have taken long enough for a sweep; `over` when they are.
 */
export function sweepGenerations(
  { limits, looks }: { readonly limits: Limits; readonly looks?: LookTools | null },
  tally: Tally,
): { within: Promise<void>; over: Promise<void> } {
  if (!looks) return { within: Promise.resolve(), over: Promise.resolve() };
  const signal = AbortSignal.timeout(LOOKS_TIMEOUT_MS);
  const over = lookAtDue(
    looks,
    { olderThanMs: limits.GENERATION_GRACE_MS },
    { budgetMs: BUDGET_MS, signal, onLooked: (looked) => tally.looked(looked) },
  ).then(() => undefined);
  // Whoever waits for `over` hears of its failure.
  over.catch(() => {});
  const stopWaiting = new AbortController();
  const wait = pause(WAIT_MAX_MS, undefined, { signal: stopWaiting.signal }).catch(() => {});
  return { within: Promise.race([over, wait]).finally(() => stopWaiting.abort()), over };
}
