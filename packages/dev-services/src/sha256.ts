import { createHash } from 'node:crypto';

/** Hexadecimal; texts are kept apart, so ('a', 'bc') and ('ab', 'c') differ. */
export function sha256(...texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}
