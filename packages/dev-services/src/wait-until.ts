import { setTimeout as pause } from 'node:timers/promises';

/** 50 ms: a service that is up in 100 ms should not cost half a second, and a look costs next to nothing. */
const LOOK_EVERY_MS = 50;

/**
 * Looks again and again until `look` gives something other than undefined, null or false. A look that throws counts as
 * "not yet"; the last such error is the cause of the failure.
 *
 * @param what for the message: "Redis to answer"
 * @throws when `timeoutMs` have passed
 */
export async function waitUntil<Found>(
  look: () => Promise<Found> | Found,
  { timeoutMs, what }: { timeoutMs: number; what: string },
): Promise<NonNullable<Found>> {
  const endsAt = performance.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found as NonNullable<Found>;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= endsAt) throw new Error(`waited ${timeoutMs} ms for ${what}`, { cause });
    await pause(LOOK_EVERY_MS);
  }
}
