import type { Segment } from '../layout/page-layout.ts';
import { INK, type PictureLines } from './picture-lines.ts';
import type { Sheet } from './sheet.ts';

/** One line of text within one cell, in pixels: `right` and `bottom` are just outside. */
export interface TextBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Borders go across the table; strikes end within their column. In shares of the page's width. */
const BORDER_WIDTH = 0.6;
/** What is lower (in points) between two borders holds no text. */
const ROW_POINTS = 4;
/** Share of a row's height that an upright has to cover to divide it. */
const DIVIDES = 0.7;
/** Points from the middle of a border to where it is surely gone. */
const BORDER_INSET = 0.8;
/** A gap this many times the height of the text divides what stands on one level. */
const WIDE_GAP = 2.5;

/** A full page of a register has some 250 lines in its cells. More than this is a room, or a page that lies on its side. */
const BOXES_MAX = 700;

/** Where text stands; nowhere when it is no page at all. Cell by cell, as the borders say, and line by line within each. */
export function textBoxes(sheet: Sheet, lines: PictureLines, perPoint: number): TextBox[] {
  const isBorder = (line: Segment) => line.to - line.from >= BORDER_WIDTH * sheet.width;
  const heights = [
    0,
    ...lines.levels
      .filter(isBorder)
      .map((line) => line.at)
      .sort((a, b) => a - b),
    sheet.height,
  ];
  const struck = [...lines.strikes, ...lines.levels.filter((line) => !isBorder(line))];
  const inset = perPoint * BORDER_INSET;
  const found: TextBox[] = [];
  for (let index = 1; index < heights.length; index++) {
    const [top, bottom] = [heights[index - 1] ?? 0, heights[index] ?? 0];
    if (bottom - top < ROW_POINTS * perPoint) continue;
    const dividers = lines.uprights
      .filter((line) => Math.min(line.to, bottom) - Math.max(line.from, top) >= (bottom - top) * DIVIDES)
      .map((line) => line.at);
    const edges = [0, ...dividers.sort((a, b) => a - b), sheet.width];
    for (let column = 1; column < edges.length; column++) {
      const [left, right] = [edges[column - 1] ?? 0, edges[column] ?? 0];
      if (right - left >= 2 * perPoint)
        found.push(
          ...linesIn(
            sheet,
            {
              left: Math.round(left + inset),
              top: Math.round(top),
              right: Math.round(right - inset),
              bottom: Math.round(bottom),
            },
            struck,
          ),
        );
    }
  }
  const usual = median(found.map(heightOf).filter((height) => height > ROW_POINTS * perPoint));
  const boxes = found
    .flatMap((box) => dividedAtThinRow(sheet, box, usual))
    .flatMap((box) => dividedAtGaps(sheet, box))
    .filter((box) => heightOf(box) >= usual * SMALLEST || box.right - box.left >= usual * SMALLEST);
  return boxes.length > BOXES_MAX ? [] : boxes;
}

/** Of the usual height: what is smaller both ways is dust. */
const SMALLEST = 0.35;
/** Higher than this many times the usual, and almost empty somewhere in the middle: two lines that dust or a tail joins. */
const TWO_LINES = 1.6;
/** Of the ink in the fullest row. */
const THIN_ROW = 0.06;

function dividedAtThinRow(sheet: Sheet, box: TextBox, usual: number): TextBox[] {
  const height = heightOf(box);
  if (height < usual * TWO_LINES) return [box];
  const inks = Array.from({ length: height }, (_, row) => inkInRow(sheet, box.top + row, box));
  const from = Math.floor(height * 0.3);
  const middle = inks.slice(from, Math.ceil(height * 0.7));
  const least = Math.min(...middle);
  if (least > Math.max(...inks) * THIN_ROW) return [box];
  const cut = box.top + from + middle.indexOf(least);
  const parts = [trimmed(sheet, { ...box, bottom: cut }), trimmed(sheet, { ...box, top: cut + 1 })];
  return parts.flatMap((part) => (part ? dividedAtThinRow(sheet, part, usual) : []));
}

export const heightOf = ({ top, bottom }: TextBox): number => bottom - top;

/**
 * Rows of pixels with ink, joined where a letter has a gap within.
 *
 * @param struck lines through text: where one was taken away, its letters have a gap that is none
 */
function linesIn(sheet: Sheet, cell: TextBox, struck: readonly Segment[]): TextBox[] {
  const own = struck.filter((line) => line.from < cell.right && line.to > cell.left);
  const spans: { top: number; bottom: number }[] = [];
  for (let y = cell.top; y < cell.bottom; y++) {
    const isStruck = own.some((line) => Math.abs(line.at - y) <= STRIKE_HALF);
    if (!isStruck && inkInRow(sheet, y, cell) < INK_MIN) continue;
    const last = spans.at(-1);
    if (last && y - last.bottom <= LETTER_GAP) last.bottom = y + 1;
    else spans.push({ top: y, bottom: y + 1 });
  }
  return spans.flatMap(({ top, bottom }) => {
    const box = trimmed(sheet, { ...cell, top, bottom });
    return box ? [box] : [];
  });
}

/** Dust has less in one row. */
const INK_MIN = 2;
/** Pixels on each side of a strike that were taken away with it. */
const STRIKE_HALF = 3;
/** Pixels between the parts of one letter. */
const LETTER_GAP = 3;

function inkInRow({ levels, width }: Sheet, y: number, { left, right }: TextBox): number {
  let ink = 0;
  for (let at = y * width + left; at < y * width + right; at++) if ((levels[at] ?? 255) < INK) ink++;
  return ink;
}

function inkInColumn({ levels, width }: Sheet, x: number, { top, bottom }: TextBox): number {
  let ink = 0;
  for (let y = top; y < bottom; y++) if ((levels[y * width + x] ?? 255) < INK) ink++;
  return ink;
}

/** The box without blank edges; null when all of it is blank. */
function trimmed(sheet: Sheet, box: TextBox): TextBox | null {
  let { left, right, top, bottom } = box;
  while (left < right && inkInColumn(sheet, left, box) === 0) left++;
  while (right > left && inkInColumn(sheet, right - 1, box) === 0) right--;
  const across = { left, right, top, bottom };
  while (top < bottom && inkInRow(sheet, top, across) === 0) top++;
  while (bottom > top && inkInRow(sheet, bottom - 1, across) === 0) bottom--;
  return right > left && bottom > top ? { left, right, top, bottom } : null;
}

function dividedAtGaps(sheet: Sheet, box: TextBox): TextBox[] {
  const gapMin = heightOf(box) * WIDE_GAP;
  const parts: TextBox[] = [];
  let left = box.left;
  let last = box.left;
  for (let x = box.left; x < box.right; x++) {
    if (inkInColumn(sheet, x, box) === 0) continue;
    if (x - last > gapMin) {
      parts.push({ ...box, left, right: last + 1 });
      left = x;
    }
    last = x;
  }
  parts.push({ ...box, left, right: box.right });
  return parts.flatMap((part) => trimmed(sheet, part) ?? []);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
