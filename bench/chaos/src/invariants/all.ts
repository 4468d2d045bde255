import { cards, effects, issuedByCards, stepOrder } from './cards.ts';
import { handedIn, ledgers, prices } from './credits.ts';
import { objects } from './objects.ts';
import { purchases } from './portal.ts';
import { browsers, sweeps } from './stack.ts';
import { eventNumbers, screens } from './streams.ts';
import { begunOnce, lives, readings, settled } from './tasks.ts';
import type { Aftermath, Invariant } from './world.ts';

const ALL: readonly Invariant[] = [
  settled,
  begunOnce,
  lives,
  readings,
  purchases,
  prices,
  ledgers,
  handedIn,
  cards,
  stepOrder,
  effects,
  issuedByCards,
  eventNumbers,
  screens,
  objects,
  browsers,
  sweeps,
];

/** Sentences that are false now; none, if all is well. */
export async function brokenInvariants(aftermath: Aftermath): Promise<string[]> {
  const broken: string[] = [];
  for (const invariant of ALL) broken.push(...(await invariant(aftermath)));
  return broken;
}
