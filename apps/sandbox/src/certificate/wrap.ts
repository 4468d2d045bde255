/**
 * Breaks a text into lines no wider than `width`, as registers do: at a space when one stands in the
 * second half of the line, else between any two letters. The space at a break is dropped.
 */
export function wrap(text: string, width: number, measure: (part: string) => number): string[] {
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
    const space = rest.lastIndexOf(' ', fitting);
    const cut = space > fitting / 2 ? space : Math.max(1, fitting);
    lines.push(rest.slice(0, cut).join('').trimEnd());
    rest = [...rest.slice(cut).join('').trimStart()];
  }
  return lines;
}
