import { setTimeout as pause } from 'node:timers/promises';
import { DungjiError } from '@dungji/client';

const RETRY_PAUSE_MS = 500;
/** Far above the longest outage that is planned. */
const PATIENCE_MS = 120_000;

/** What a healthy program may hear of a stack that is being hurt; whatever else a good question hears is a lie. */
const PASSING: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'DEPENDENCY_DOWN',
  'DISPATCH_FAILED',
  'RATE_LIMITED',
]);

/** A question that nobody answered in time, or that was refused without a reason. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** Asks until there is an answer, as a patient person would. */
export async function insist<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DungjiError)) throw error;
      const said = `${error.reason} (${error.message}, ${error.data?.requestId ?? 'no answer'})`;
      if (!PASSING.has(error.reason))
        throw new NotAnswered(`${what} was refused with ${said}`, { cause: error });
      if (performance.now() > endsAt) throw new NotAnswered(`${what} still hears ${said}`, { cause: error });
      await pause(RETRY_PAUSE_MS);
    }
  }
}
