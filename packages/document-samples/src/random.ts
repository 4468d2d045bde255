import { createHash } from 'node:crypto';

/** Draws that depend on the seed alone: the same address always tells the same story. */
export interface Draw {
  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** One of the choices. */
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** One of a list that may be empty. */
  any<T>(choices: readonly T[]): T | undefined;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
}

/** A deterministic source of draws (mulberry32 seeded by SHA-256 of the text). */
export function drawFrom(seed: string): Draw {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    any: (choices) => choices[integer(0, choices.length - 1)],
    chance: (percent) => next() * 100 < percent,
  };
}
