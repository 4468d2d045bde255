/** The same numbers for the same seed (mulberry32). */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** One of them, each as often as its weight says. */
  pick<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick(choices) {
      const total = choices.reduce((sum, [weight]) => sum + weight, 0);
      let left = next() * total;
      for (const [weight, value] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      const last = choices.at(-1);
      if (!last) throw new Error('nothing to pick from');
      return last[1];
    },
  };
}
