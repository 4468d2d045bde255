/**
 * Breaks a text into lines no wider than `width`, as registers do: between any two letters, or, with
 * `atSpaces`, at a space when one stands in the second half of the line. The space at a break is dropped.
 */
export function wrap(
  text: string,
  width: number,
  measure: (part: string) => number,
  atSpaces = true,
): string[] {
  const lines: string[] = [];
  let rest = [...text.trim()];
  while (rest.length > 0) {
    let fitting = 0;
    let used = 0;
    while (fitting < rest.length) {
      used += measure(rest[fitting] ?? '');
      if (used > width) break;
      fitting += 1;
    }
    if (fitting === rest.length) {
      lines.push(rest.join(''));
      break;
    }
    const space = atSpaces ? rest.lastIndexOf(' ', fitting) : -1;
    const cut = space > fitting / 2 ? space : Math.max(1, fitting);
    lines.push(rest.slice(0, cut).join('').trimEnd());
    rest = [...rest.slice(cut).join('').trimStart()];
  }
  return lines;
}
