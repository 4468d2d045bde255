import type { Glyph, Segment } from './page-layout.ts';

/** Glyphs on one baseline, from left to right. */
export interface TextLine {
  readonly glyphs: Glyph[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

/** Baselines of one line differ by less than this share of the font's height; those of two lines by more than all of it. */
const SAME_LINE = 0.4;
/** A Korean word space is a quarter of the font's height. */
const SPACE_GAP = 0.17;
/** Bold text may be drawn twice, a hair apart. */
const SAME_PLACE = 0.12;

/** Lines from top to bottom. */
export function textLines(glyphs: readonly Glyph[]): TextLine[] {
  const rows: { baseline: number; size: number; glyphs: Glyph[] }[] = [];
  const topDown = [...glyphs].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  for (const glyph of topDown) {
    const row = rows.at(-1);
    const near = Math.max(row?.size ?? 0, glyph.size) * SAME_LINE;
    if (row && Math.abs(row.baseline - glyph.baseline) <= near) {
      row.glyphs.push(glyph);
      row.size = Math.max(row.size, glyph.size);
    } else rows.push({ baseline: glyph.baseline, size: glyph.size, glyphs: [glyph] });
  }
  return rows.flatMap((row) => {
    const line = lineOf(row.glyphs);
    return line ? [line] : [];
  });
}

/** One line of those glyphs, whatever their baselines; null when they are all blank. */
export function lineOf(unordered: readonly Glyph[]): TextLine | null {
  const glyphs = withoutDoubles([...unordered].sort((a, b) => a.left - b.left));
  const inked = glyphs.filter((glyph) => glyph.text.trim() !== '');
  const first = inked[0];
  if (!first) return null;
  let text = '';
  let right = first.left;
  for (const glyph of glyphs) {
    const isBlank = glyph.text.trim() === '';
    const gap = glyph.left - right > glyph.size * spaceGap(glyph, text);
    if ((isBlank || gap) && text !== '' && !text.endsWith(' ')) text += ' ';
    if (!isBlank) text += glyph.text;
    right = Math.max(right, glyph.right);
  }
  return {
    glyphs: inked,
    text: (inked.some(isRecognised) ? repaired(text) : text).normalize('NFC').trimEnd(),
    left: first.left,
    right: Math.max(...inked.map((glyph) => glyph.right)),
    baseline: median(inked.map((glyph) => glyph.baseline)),
    size: median(inked.map((glyph) => glyph.size)),
  };
}

/** Recognised letters are boxed tightly: the gaps between them, and above all between digits, look like spaces. */
const RECOGNISED_GAP = 0.45;
const DIGITS_GAP = 1;

export const isRecognised = (glyph: Glyph): boolean => glyph.confidence < 1;

function spaceGap(glyph: Glyph, before: string): number {
  if (!isRecognised(glyph)) return SPACE_GAP;
  const isNumber = /[\d,.*-]$/.test(before) && /^[\d,.*원호-]/.test(glyph.text);
  return isNumber ? DIGITS_GAP : RECOGNISED_GAP;
}

/** What recognition takes for something else wherever it stands between digits: the stars of a masked number, 원, 월 and 층. */
const repaired = (text: string): string =>
  text
    .replace(/(\d{6})\s*[-~]\s*(?=\S*[*#※^×＊✱])\S{2,14}(?=\s|$)/g, '$1-*******')
    .replace(/(?<=금\s?\d[\d,]*\s?)[윈완왼웬](?=\s|$)/g, '원')
    .replace(/(?<=\d년\s?\d{1,2})[윌원윈](?=\s?\d{1,2}일)/g, '월')
    .replace(/(?<=(?:^|\s|제|하|지|옥탑)\d{1,2})증(?=\d|\s|$)/g, '층')
    .replace(/[、‘’]/g, "'");

function withoutDoubles(glyphs: Glyph[]): Glyph[] {
  return glyphs.filter((glyph, index) => {
    const before = glyphs[index - 1];
    const isDouble =
      before !== undefined &&
      before.text === glyph.text &&
      glyph.text.trim() !== '' &&
      glyph.left - before.left < glyph.size * SAME_PLACE;
    return !isDouble;
  });
}

/**
 * How much of a line is crossed out: 0–1 by the width of its characters. A line crosses out what it goes through between
 * a tenth and four fifths of the height; underlines and borders are lower and higher.
 */
export function struckShare(line: TextLine, strikes: readonly Segment[]): number {
  const top = line.baseline - line.size * 0.8;
  const bottom = line.baseline - line.size * 0.1;
  const through = strikes.filter(
    (strike) => strike.at > top && strike.at < bottom && strike.from < line.right && strike.to > line.left,
  );
  if (through.length === 0) return 0;
  let struck = 0;
  let all = 0;
  for (const glyph of line.glyphs) {
    const width = Math.max(glyph.right - glyph.left, 0.1);
    const middle = (glyph.left + glyph.right) / 2;
    all += width;
    if (through.some((strike) => strike.from <= middle && strike.to >= middle)) struck += width;
  }
  return struck / all;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Text without any space, for words that are printed with wide gaps. */
export const squeezed = (text: string): string => text.replace(/\s+/g, '');
