import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrashes } from '../../testing/generation-crashes.ts';

const TRIALS_MIN = 200;
/** A crash takes two to three seconds, and there are two at a time. */
const TIMEOUT_MS = 1_200_000;

let crashes: Awaited<ReturnType<typeof openCrashes>>;
beforeAll(async () => {
  crashes = await openCrashes();
});
afterAll(() => crashes?.close());

describe('kill -9 at every named point of every kind of generation, over and over', () => {
  it(
    'costs time, never a credit, and no SUCCESS is without its file',
    async () => {
      const all = await crashes.trials();
      const rounds = Math.ceil(TRIALS_MIN / all.length);
      const trials = Array.from({ length: rounds }, () => all).flat();
      expect(trials.length).toBeGreaterThanOrEqual(TRIALS_MIN);
      await crashes.run(trials);
    },
    TIMEOUT_MS,
  );
});
