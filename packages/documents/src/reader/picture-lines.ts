import type { Segment } from '../layout/page-layout.ts';
import type { Sheet } from './sheet.ts';

const DARK = 140;
/** Darker than this, once everything light was taken away, is a part of a letter. */
export const INK = 150;
/** The watermark and the grey of headings are lighter than this, letters are not. */
const LIGHT = 185;

/** Marks of the pixels that are dark and not red. */
export function darkOf({ levels, red }: Sheet): Uint8Array {
  const dark = new Uint8Array(levels.length);
  for (let index = 0; index < dark.length; index++)
    if ((levels[index] ?? 255) < DARK && red[index] === 0) dark[index] = 1;
  return dark;
}

/** Angles beyond this are no skew but another way to lay the paper. */
const SKEW_MAX_DEGREES = 3;
/** Every so many pixels are looked at: the angle of lines across a page does not need more. */
const SKEW_STEP = 3;

/** How far the page is turned, in degrees clockwise: the angle at which its rows are sharpest. */
export function skewOf(dark: Uint8Array, { width, height }: Sheet): number {
  const points: { x: number; y: number }[] = [];
  for (let y = 0; y < height; y += SKEW_STEP)
    for (let x = 0; x < width; x += SKEW_STEP) if (dark[y * width + x]) points.push({ x: x - width / 2, y });
  if (points.length < 200) return 0;
  const sharpness = (degrees: number): number => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Float64Array(Math.ceil(height / SKEW_STEP) + 200);
    for (const { x, y } of points) {
      const row = Math.round((y - x * slope) / SKEW_STEP) + 100;
      if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
    }
    return rows.reduce((sum, count) => sum + count * count, 0);
  };
  const best = (from: number, to: number, step: number): number => {
    let angle = 0;
    let most = sharpness(0);
    for (let degrees = from; degrees <= to; degrees += step) {
      const value = sharpness(degrees);
      if (value > most * 1.001) {
        most = value;
        angle = degrees;
      }
    }
    return angle;
  };
  const coarse = best(-SKEW_MAX_DEGREES, SKEW_MAX_DEGREES, 0.25);
  return best(coarse - 0.2, coarse + 0.2, 0.05);
}

interface Run {
  from: number;
  to: number;
  /** Rows (or columns) it covers. */
  first: number;
  last: number;
  marked: number;
}

/** Straight runs along rows (`across`) or columns of marked pixels, thin and at least `lengthMin` long. */
function runsOf(
  mask: Uint8Array,
  { width, height }: Sheet,
  across: boolean,
  {
    lengthMin,
    gapMax,
    thickMax,
    fillMin,
  }: { lengthMin: number; gapMax: number; thickMax: number; fillMin: number },
): Run[] {
  const [outer, inner] = across ? [height, width] : [width, height];
  const at = across
    ? (line: number, i: number) => line * width + i
    : (line: number, i: number) => i * width + line;
  let open: Run[] = [];
  const done: Run[] = [];
  for (let line = 0; line < outer; line++) {
    const found: Run[] = [];
    let start = -1;
    let end = -1;
    let marked = 0;
    const close = () => {
      if (start >= 0 && end - start + 1 >= lengthMin && marked >= (end - start + 1) * fillMin)
        found.push({ from: start, to: end, first: line, last: line, marked });
    };
    for (let i = 0; i < inner; i++) {
      if (!mask[at(line, i)]) continue;
      if (start >= 0 && i - end - 1 > gapMax) {
        close();
        start = -1;
      }
      if (start < 0) {
        start = i;
        marked = 0;
      }
      end = i;
      marked++;
    }
    close();
    const next: Run[] = [];
    for (const run of found) {
      const joined = open.find((each) => each.last >= line - 2 && each.from <= run.to && each.to >= run.from);
      if (joined) {
        joined.from = Math.min(joined.from, run.from);
        joined.to = Math.max(joined.to, run.to);
        joined.last = line;
        if (!next.includes(joined)) next.push(joined);
      } else next.push(run);
    }
    for (const run of open) if (!next.includes(run) && run.last < line - 2) done.push(run);
    open = [...next, ...open.filter((run) => !next.includes(run) && run.last >= line - 2)];
  }
  return [...done, ...open].filter((run) => run.last - run.first + 1 <= thickMax);
}

/** The lines on a picture, in pixels. */
export interface PictureLines {
  readonly strikes: Segment[];
  readonly levels: Segment[];
  readonly uprights: Segment[];
}

/** @param perPoint pixels per point */
export function pictureLines(sheet: Sheet, dark: Uint8Array, perPoint: number): PictureLines {
  const toSegment = (run: Run): Segment => ({
    from: run.from,
    to: run.to + 1,
    at: (run.first + run.last + 1) / 2,
  });
  const strikes = runsOf(sheet.red, sheet, true, {
    // The narrowest cell that is struck holds one digit.
    lengthMin: 2.5 * perPoint,
    // Black strokes of letters interrupt the line.
    gapMax: 3.5 * perPoint,
    thickMax: 3 * perPoint,
    fillMin: 0.35,
  });
  // Borders, and the strikes of a scan without colours: letters have gaps between them, so no stroke is longer than one.
  const levels = runsOf(dark, sheet, true, {
    // Wider than the strokes of the title.
    lengthMin: 16 * perPoint,
    gapMax: 2,
    thickMax: 2.5 * perPoint,
    fillMin: 0.9,
  });
  const uprights = runsOf(dark, sheet, false, {
    lengthMin: 15 * perPoint,
    // A thin border between two columns of pixels comes out in dashes; the strokes of two lines of text are farther apart.
    gapMax: 2 * perPoint,
    thickMax: 2.5 * perPoint,
    fillMin: 0.6,
  });
  const borders = joined(levels.map(toSegment), perPoint);
  return {
    strikes: strikes.map(toSegment),
    levels: borders,
    uprights: uprights.map(toSegment).filter((line) => isOfTable(line, borders, perPoint)),
  };
}

/** Gaps in a border, in points. The strikes of two cells are farther apart: each cell has its margins. */
const BORDER_GAP = 4;

/** Pieces of one line that noise has broken. */
function joined(lines: readonly Segment[], perPoint: number): Segment[] {
  const whole: { from: number; to: number; at: number }[] = [];
  for (const line of [...lines].sort((a, b) => a.from - b.from)) {
    const before = whole.find(
      (each) => Math.abs(each.at - line.at) <= 0.8 * perPoint && line.from - each.to <= BORDER_GAP * perPoint,
    );
    if (before) before.to = Math.max(before.to, line.to);
    else whole.push({ ...line });
  }
  return whole;
}

/** Short uprights are strokes of the title's letters, unless they stand between two borders. */
function isOfTable(line: Segment, levels: readonly Segment[], perPoint: number): boolean {
  if (line.to - line.from > 25 * perPoint) return true;
  const touches = (y: number) =>
    levels.some(
      (level) =>
        Math.abs(level.at - y) <= 3 * perPoint &&
        level.from <= line.at + 2 * perPoint &&
        level.to >= line.at - 2 * perPoint,
    );
  return touches(line.from) && touches(line.to);
}

/**
 * Takes away what is no letter, in place: red lines (mended where a stroke goes through), borders of tables, and
 * everything light, like the watermark and the grey of headings.
 */
export function leaveLetters(sheet: Sheet, dark: Uint8Array, lines: PictureLines, perPoint: number): void {
  const { levels, red, width, height } = sheet;
  const thick = Math.max(2, Math.round(perPoint * 0.8));
  const half = Math.max(1, Math.round(perPoint * 0.45));
  const isDark = (x: number, y: number) => y >= 0 && y < height && dark[y * width + x] === 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      if (red[index]) {
        let up = y;
        while (up > 0 && y - up <= thick * 2 && red[up * width + x]) up--;
        let down = y;
        while (down < height - 1 && down - y <= thick * 2 && red[down * width + x]) down++;
        levels[index] = isDark(x, up) && isDark(x, down) ? 0 : 255;
      } else if ((levels[index] ?? 255) > LIGHT) levels[index] = 255;
    }
  const wipe = (left: number, top: number, right: number, bottom: number) => {
    const from = Math.max(0, Math.floor(left));
    const to = Math.min(width, Math.ceil(right));
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
      levels.fill(255, y * width + from, y * width + to);
  };
  for (const line of lines.levels)
    for (let x = Math.max(0, Math.floor(line.from)); x < Math.min(width, line.to); x++) {
      const isStroke = isDark(x, Math.round(line.at - half - 1)) && isDark(x, Math.round(line.at + half + 1));
      if (!isStroke) wipe(x, line.at - half, x + 1, line.at + half);
    }
  for (const line of lines.uprights) wipe(line.at - half, line.from, line.at + half, line.to);
}
