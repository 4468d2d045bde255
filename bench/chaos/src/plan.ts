import type { DocType } from '@dungji/client';
import { FAULTS, type FaultName } from './fault-names.ts';
import { type Random, randomFrom } from './random.ts';
import { CARD_WISHES, ISSUANCE_WISHES, PROMPTS, type StepWish, type Wish } from './wishes.ts';

interface Planned {
  readonly number: number;
  /** Counted from the start. */
  readonly atMs: number;
  /** Which of the users asks. */
  readonly user: number;
  /** Its user changes their mind so long after it was accepted. */
  readonly cancelAfterMs: number | null;
  /** Nothing in it asks for a failure, and nobody takes it back: only what is done to the stack can make it fail. */
  readonly hopeful: boolean;
}

export interface PlannedIssuance extends Planned {
  readonly kind: 'issuance';
  readonly docType: DocType;
  /** Names the unit and asks the outside for what goes wrong with it. No two are the same. */
  readonly detailAddress: string;
}

export interface PlannedCard extends Planned {
  readonly kind: 'approval';
  readonly steps: readonly StepWish[];
  /** People who click on "approve" at the same time; nobody: it is rejected. */
  readonly approvers: 0 | 1 | 2;
}

export interface PlannedVideo extends Planned {
  readonly kind: 'generation';
  readonly prompt: string;
  readonly seconds: 5 | 10;
}

export type PlannedTask = PlannedIssuance | PlannedCard | PlannedVideo;

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

/** A register takes a browser and a reading, by far the most of a small machine; the others are many. */
const KINDS: readonly (readonly [number, (random: Random, planned: Planned) => PlannedTask])[] = [
  [11, (random, planned) => issuanceOf(random, planned, 'REGISTRY')],
  [15, (random, planned) => issuanceOf(random, planned, 'LEDGER')],
  [37, cardOf],
  [37, videoOf],
];

const CANCELLED_SHARE = 0.06;
const CANCEL_WITHIN_MS = 5_000;
const STEPS_MAX = 4;
const APPROVERS: readonly (readonly [number, PlannedCard['approvers']])[] = [
  [8, 0],
  [72, 1],
  [20, 2],
];
const FAULT_MS = { min: 1_000, max: 7_000 };

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
  const tasks = spread(options.tasks).map((atMs, number) =>
    random.pick(KINDS)(random, {
      number,
      atMs,
      user: random.between(0, options.users - 1),
      cancelAfterMs: random.next() < CANCELLED_SHARE ? random.between(0, CANCEL_WITHIN_MS) : null,
      hopeful: true,
    }),
  );
  const names = faultsOf(random, options.faults);
  const faults = spread(options.faults).map((atMs, index) => ({
    atMs,
    name: names[index] ?? 'kill worker',
    target: random.between(0, 1),
    forMs: random.between(FAULT_MS.min, FAULT_MS.max),
  }));
  return { tasks, faults };
}

/** Each of them once before any comes again, in an order of its own; then as often as its weight says. */
function faultsOf(random: Random, count: number): FaultName[] {
  const left = [...FAULTS];
  return Array.from({ length: count }, () => {
    const name = random.pick(left.length > 0 ? left : FAULTS);
    const at = left.findIndex(([, one]) => one === name);
    if (at >= 0) left.splice(at, 1);
    return name;
  });
}

const isHopeful = ({ cancelAfterMs }: Planned, wishes: readonly Wish[]): boolean =>
  cancelAfterMs === null && wishes.every((wish) => wish.works);

function issuanceOf(random: Random, planned: Planned, docType: DocType): PlannedIssuance {
  const wish = random.pick(ISSUANCE_WISHES[docType]);
  const { number } = planned;
  return {
    ...planned,
    kind: 'issuance',
    docType,
    detailAddress: `${101 + (number % 9)}동 ${number + 1}호 ${wish.text}`.trim(),
    hopeful: isHopeful(planned, [wish]),
  };
}

function cardOf(random: Random, planned: Planned): PlannedCard {
  const steps = Array.from({ length: random.between(1, STEPS_MAX) }, () => random.pick(CARD_WISHES));
  const approvers = random.pick(APPROVERS);
  return {
    ...planned,
    kind: 'approval',
    steps,
    approvers,
    hopeful: approvers > 0 && isHopeful(planned, steps),
  };
}

function videoOf(random: Random, planned: Planned): PlannedVideo {
  const wish = random.pick(PROMPTS);
  return {
    ...planned,
    kind: 'generation',
    prompt: `해 질 녘의 집 #${planned.number} ${wish.text}`.trim(),
    seconds: random.next() < 0.8 ? 5 : 10,
    hopeful: isHopeful(planned, [wish]),
  };
}
