/** Letters wrong, missing or too many (Levenshtein), blanks aside. */
export function distance(
  expected: string,
  read: string,
): { readonly errors: number; readonly letters: number } {
  const one = [...expected.replace(/\s/gu, '')];
  const two = [...read.replace(/\s/gu, '')];
  let row = Uint32Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = new Uint32Array(two.length + 1);
    next[0] = i;
    for (let j = 1; j <= two.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      next[j] = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return { errors: row[two.length] ?? 0, letters: one.length };
}
