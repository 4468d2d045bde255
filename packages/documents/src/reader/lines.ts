/** A run of text at its place on the page: points, y upwards, the origin of the run at its baseline. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Height of the font. */
  size: number;
  /** Whether it runs from left to right on a level line. */
  level: boolean;
}

interface Line {
  y: number;
  size: number;
  runs: TextRun[];
}

/** Gaps in font sizes: a Korean word space is about 0.25 wide, the distance of columns more than a character. */
const SPACE_GAP = 0.15;
const COLUMN_GAP = 1.2;

/**
 * Lines from top to bottom, runs from left to right; columns are two spaces apart.
 * A watermark (slanted, or much bigger than the line it crosses) stays on a line of its own instead of splitting words.
 */
export function linesOf(runs: readonly TextRun[]): string {
  const lines: Line[] = [];
  const topDown = runs.filter((run) => run.text.trim() !== '').sort((a, b) => b.y - a.y || a.x - b.x);
  for (const run of topDown) {
    // Lines are met from the top, so only the last few can be near enough.
    const line = run.level
      ? lines.slice(-NEAR_LINES).find((candidate) => belongs(run, candidate))
      : undefined;
    if (line) line.runs.push(run);
    else lines.push({ y: run.y, size: run.level ? run.size : 0, runs: [run] });
  }
  return lines.map(textOfLine).join('\n');
}

const NEAR_LINES = 4;

function belongs(run: TextRun, line: Line): boolean {
  const smaller = Math.min(run.size, line.size);
  const bigger = Math.max(run.size, line.size);
  return bigger <= smaller * 1.8 && Math.abs(run.y - line.y) <= smaller * 0.4;
}

function textOfLine(line: Line): string {
  const runs = line.runs.sort((a, b) => a.x - b.x);
  let text = '';
  let endX = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    if (text !== '') text += gapBetween(text, endX, run);
    text += run.text;
    endX = Math.max(endX, run.x + run.width);
  }
  return text.trimEnd();
}

function gapBetween(before: string, endX: number, run: TextRun): string {
  const gap = (run.x - endX) / run.size;
  if (gap > COLUMN_GAP) return '  ';
  if (gap <= SPACE_GAP || before.endsWith(' ') || run.text.startsWith(' ')) return '';
  return ' ';
}
