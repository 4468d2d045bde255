/** A share of the ownership, in whole numbers: shares in square metres are printed with decimals. */
export interface Fraction {
  readonly part: bigint;
  readonly whole: bigint;
}

/** `1/2`, `21.45/250.3`, in the terms it is printed in; null when it is no share. */
export function fraction(text: string): Fraction | null {
  const match = /^(\d+)(?:\.(\d+))?\/(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const decimals = Math.max(match[2]?.length ?? 0, match[4]?.length ?? 0);
  const part = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(decimals, '0'));
  const whole = BigInt((match[3] ?? '') + (match[4] ?? '').padEnd(decimals, '0'));
  return whole > 0n ? { part, whole } : null;
}

export const times = (count: number): Fraction => ({ part: BigInt(count), whole: 1n });

export const plus = (a: Fraction, b: Fraction): Fraction =>
  reduced(a.part * b.whole + b.part * a.whole, a.whole * b.whole);

/** null: nothing is left. */
export function minus(a: Fraction, b: Fraction): Fraction | null {
  const part = a.part * b.whole - b.part * a.whole;
  return part > 0n ? reduced(part, a.whole * b.whole) : null;
}

export const isWhole = ({ part, whole }: Fraction): boolean => part === whole;

function reduced(part: bigint, whole: bigint): Fraction {
  const divisor = gcd(part, whole);
  return { part: part / divisor, whole: whole / divisor };
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a === 0n ? 1n : a) : gcd(b, a % b));
