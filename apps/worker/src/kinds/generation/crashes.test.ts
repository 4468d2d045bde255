import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCrashes, type Trial } from '../../testing/generation-crashes.ts';

/** Where money or the provider has just been moved; every point is tried by the long tests. */
const SAMPLE: Trial[] = [
  { prompt: '[render=0]', point: 'submit ran' },
  { prompt: '[render=0]', point: 'result put' },
  { prompt: '[fail] [render=0]', point: 'failed' },
  { prompt: '[no-url] [render=0]', point: 'given up' },
];

let crashes: Awaited<ReturnType<typeof openCrashes>>;
beforeAll(async () => {
  crashes = await openCrashes();
});
afterAll(() => crashes?.close());

describe('kill -9 at a named point of a generation', () => {
  it('can be at every await after which something has changed', async () => {
    const trials = await crashes.trials();
    const pointsOf = (prompt: string) =>
      trials.filter((trial) => trial.prompt === prompt).map(({ point }) => point);
    const submit = [
      'job taken',
      'claimed',
      'submit started',
      'submit reported',
      'picture found',
      'submit ran',
      'submit finished',
      'handed over',
      'closed',
    ];
    expect(pointsOf('[render=0]')).toEqual([
      ...submit,
      'look taken',
      'asked',
      'told ready',
      'result fetched',
      'result planned',
      'result put',
      'succeeded',
    ]);
    expect(pointsOf('[fail] [render=0]')).toEqual([
      ...submit,
      'look taken',
      'asked',
      'failure recorded',
      'failed',
    ]);
    expect(pointsOf('[no-url] [render=0]')).toEqual([
      ...submit,
      'look taken',
      'asked',
      'told ready',
      'given up',
      'missing',
    ]);
  }, 60_000);

  it('costs time, never a credit, and no SUCCESS is without its file', () => crashes.run(SAMPLE), 120_000);
});
