import { expect, it } from 'vitest';
import { FAULTS } from './fault-names.ts';
import { planOf } from './plan.ts';

const plan = planOf({ seed: 7, tasks: 500, faults: 105, users: 8, durationMs: 540_000 });

it('the same seed brings the same plan back, and another seed another one', () => {
  expect(planOf({ seed: 7, tasks: 500, faults: 105, users: 8, durationMs: 540_000 })).toEqual(plan);
  expect(planOf({ seed: 8, tasks: 500, faults: 105, users: 8, durationMs: 540_000 })).not.toEqual(plan);
});

it('every fault comes once before any comes again', () => {
  expect(new Set(plan.faults.slice(0, FAULTS.length).map(({ name }) => name)).size).toBe(FAULTS.length);
});

it('no two tasks ask for the same home, and every kind is asked for', () => {
  const homes = plan.tasks.flatMap((task) => (task.kind === 'issuance' ? [task.detailAddress] : []));
  expect(new Set(homes).size).toBe(homes.length);
  for (const kind of ['issuance', 'approval', 'generation'])
    expect(plan.tasks.filter((task) => task.kind === kind).length).toBeGreaterThan(90);
});
