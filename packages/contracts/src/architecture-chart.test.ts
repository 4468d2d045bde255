import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TRANSITIONS } from './task-status.ts';

test('the chart in ARCHITECTURE.md shows exactly the moves of TRANSITIONS', () => {
  const text = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const drawn = [...text.matchAll(/^ {2}([A-Z]+) --> ([A-Z]+): (\w+)$/gm)].map(
    ([, from, to, verb]) => `${verb}: ${from} → ${to}`,
  );
  const allowed = Object.entries(TRANSITIONS).flatMap(([verb, moves]) =>
    Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => `${verb}: ${from} → ${to}`)),
  );
  expect(drawn.toSorted()).toEqual(allowed.toSorted());
});
