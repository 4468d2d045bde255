import { expect, it } from 'vitest';
import { runChaos } from './run.ts';
import { startTimeline } from './timeline.ts';

// Half a minute where nothing else runs; nobody should have to wait for more than this.
const TIMEOUT_MS = 300_000;

it('a stack that is killed, frozen and emptied while it works keeps every promise', {
  timeout: TIMEOUT_MS,
}, async () => {
  const timeline = startTimeline(false);
  const size = { seed: 39590, tasks: 10, faults: 5, users: 2, seconds: 6 };
  const { broken, stories } = await runChaos(size, timeline);
  expect(broken, [...timeline.lines(), ...stories].join('\n')).toEqual([]);
});
