import { type Random, randomFrom } from './random.ts';

/** One request, by one of the users, at a moment counted from the start. */
export interface PlannedTask {
  readonly number: number;
  readonly atMs: number;
  readonly user: number;
  /** Names the unit and asks the portal for what goes wrong with it. No two are the same. */
  readonly detailAddress: string;
  /** Its user changes their mind so long after it was accepted. */
  readonly cancelAfterMs: number | null;
}

export const FAULTS = [
  'kill worker',
  'freeze worker',
  'kill all workers',
  'stop worker',
  'kill browser',
  'kill api',
  'freeze api',
  'flush redis',
  'kill redis',
  'freeze redis',
  'crash postgres',
  'restart postgres',
  'kill storage',
  'freeze storage',
  'portal down',
  'portal slow',
] as const;
export type FaultName = (typeof FAULTS)[number];

export interface PlannedFault {
  readonly atMs: number;
  readonly name: FaultName;
  /** Which one, where there are several. */
  readonly target: number;
  /** How long it lasts, where it ends by itself. */
  readonly forMs: number;
}

export interface Plan {
  readonly tasks: readonly PlannedTask[];
  readonly faults: readonly PlannedFault[];
}

/** What happens with an address, by how often. Each of them ends by itself. */
const WISHES: readonly (readonly [number, string])[] = [
  [48, ''],
  [8, '[slow=200]'],
  [8, '[load-fail=1]'],
  [8, '[pay-then-crash]'],
  [6, '[pay-slow=3000]'],
  [5, '[session-expired]'],
  [4, '[not-found]'],
  [4, '[duplicate-payment]'],
  [3, '[empty-pdf]'],
  [3, '[load-fail=9]'],
  [3, '[hang]'],
];

const WEIGHTS: readonly (readonly [number, FaultName])[] = [
  [20, 'kill worker'],
  [12, 'freeze worker'],
  [4, 'kill all workers'],
  [5, 'stop worker'],
  [6, 'kill browser'],
  [8, 'kill api'],
  [3, 'freeze api'],
  [10, 'flush redis'],
  [5, 'kill redis'],
  [5, 'freeze redis'],
  [3, 'crash postgres'],
  [3, 'restart postgres'],
  [3, 'kill storage'],
  [3, 'freeze storage'],
  [6, 'portal down'],
  [4, 'portal slow'],
];

const CANCELLED_SHARE = 0.08;

/** All that will happen, decided beforehand, so that the seed brings it back. */
export function planOf(options: {
  readonly seed: number;
  readonly tasks: number;
  readonly faults: number;
  readonly users: number;
  readonly durationMs: number;
}): Plan {
  const random = randomFrom(options.seed);
  const spread = (count: number) =>
    Array.from({ length: count }, () => random.between(0, options.durationMs)).sort((a, b) => a - b);
  return {
    tasks: spread(options.tasks).map((atMs, number) => taskOf(random, options.users, number, atMs)),
    faults: spread(options.faults).map((atMs) => ({
      atMs,
      name: random.pick(WEIGHTS),
      target: random.between(0, 1),
      forMs: random.between(1_000, 8_000),
    })),
  };
}

const taskOf = (random: Random, users: number, number: number, atMs: number): PlannedTask => ({
  number,
  atMs,
  user: random.between(0, users - 1),
  detailAddress: `${101 + (number % 9)}동 ${number + 1}호 ${random.pick(WISHES)}`.trim(),
  cancelAfterMs: random.next() < CANCELLED_SHARE ? random.between(0, 6_000) : null,
});
