/** How alike two short texts are: 1 the same, 0 nothing in common; by the letters that would have to be changed. */
export function likeness(one: string, two: string): number {
  const longest = Math.max(one.length, two.length);
  if (longest === 0) return 1;
  // Texts of very different length cannot be alike.
  if (Math.abs(one.length - two.length) > longest / 2) return 0;
  let before = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= two.length; j++)
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1),
      );
    before = row;
  }
  return 1 - (before[two.length] ?? 0) / longest;
}
