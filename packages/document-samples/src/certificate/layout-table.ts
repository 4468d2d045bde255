import {
  BLACK,
  CANCEL_RED,
  CANCEL_WIDTH,
  HEADER_GRAY,
  type Mark,
  type Measure,
  PAGE_WIDTH,
} from '../print/page.ts';
import { wrap } from '../print/wrap.ts';
import type { Entry, Line } from '../register/register.ts';
import type { Row, Table } from './paper.ts';
import type { Style } from './style.ts';

export const MARGIN = 28;
export const TABLE_WIDTH = PAGE_WIDTH - 2 * MARGIN;

const PADDING_X = 3;
const PADDING_Y = 3;
const HEADER_HEIGHT = 16;
const RULE = 0.6;
/** Less than this many lines of a row are not left alone at the foot of a page. */
const SPLIT_LINES_MIN = 2;

/** Where a table is being placed: it draws at `y`, and turns the page when it must. */
export interface Sheet {
  readonly measure: Measure;
  readonly bottom: number;
  readonly style: Style;
  y: number;
  /** The row above has no line below it. */
  isBoxOpen: boolean;
  add(...marks: Mark[]): void;
  turn(): void;
  /** Called where the first line of an entry is placed. */
  started(entry: Entry): void;
}

const leading = (sheet: Sheet) => sheet.style.bodySize * 1.45;

/**
 * Draws a table from `sheet.y` on; each page repeats the column titles. A row that does not fit moves to the next
 * page whole, or goes on there without its rank and purpose, as the style has it; one taller than a page always does.
 */
export function placeTable(sheet: Sheet, table: Table): void {
  placeHeader(sheet, table);
  if (table.rows.length === 0) {
    placeEmpty(sheet, table.emptyText);
    return;
  }
  for (const [index, row] of table.rows.entries())
    placeRow(sheet, table, row, table.rows[index + 1]?.joinsAbove ?? false);
}

/** @param isJoined the next row stands in the same box */
function placeRow(sheet: Sheet, table: Table, row: Row, isJoined: boolean): void {
  let rest = table.columns.map((column, index) =>
    wrapCell(sheet, row.cells[index] ?? [], column.share * TABLE_WIDTH),
  );
  let first = true;
  do {
    const lineCount = Math.max(1, ...rest.map((lines) => lines.length));
    const room = Math.floor((sheet.bottom - sheet.y - 2 * PADDING_Y) / leading(sheet));
    if (lineCount > room && !(sheet.style.splitsRows && first && room >= SPLIT_LINES_MIN)) {
      // A box ends with its page.
      if (sheet.isBoxOpen) rule(sheet, MARGIN, sheet.y, MARGIN + TABLE_WIDTH, sheet.y);
      sheet.isBoxOpen = false;
      sheet.turn();
      sheet.y += 4;
      placeHeader(sheet, table);
    }
    if (first && row.entry) sheet.started(row.entry);
    first = false;
    const fitting = Math.max(1, Math.floor((sheet.bottom - sheet.y - 2 * PADDING_Y) / leading(sheet)));
    const isLast = rest.every((lines) => lines.length <= fitting);
    drawRow(
      sheet,
      table,
      rest.map((lines) => lines.slice(0, fitting)),
      isJoined && isLast,
    );
    rest = rest.map((lines) => lines.slice(fitting));
  } while (rest.some((lines) => lines.length > 0));
}

const rowHeight = (sheet: Sheet, lineCount: number) => lineCount * leading(sheet) + 2 * PADDING_Y;

function wrapCell(sheet: Sheet, lines: readonly Line[], width: number): readonly Line[] {
  const { bodySize, wraps } = sheet.style;
  const measure = (part: string) => sheet.measure(part, bodySize);
  return lines.flatMap(({ text, struck }) =>
    wrap(text, width - 2 * PADDING_X, measure, wraps === 'at-spaces').map((part) => ({ text: part, struck })),
  );
}

function placeHeader(sheet: Sheet, table: Table): void {
  sheet.add({
    type: 'fill',
    x: MARGIN,
    y: sheet.y,
    width: TABLE_WIDTH,
    height: HEADER_HEIGHT,
    color: HEADER_GRAY,
  });
  const titles = table.columns.map((column) => [{ text: column.title, struck: false }]);
  frame(sheet, table, HEADER_HEIGHT);
  placeCells(sheet, table, titles, (HEADER_HEIGHT - 9) / 2, Math.min(9, sheet.style.bodySize));
  sheet.y += HEADER_HEIGHT + 2;
}

function drawRow(
  sheet: Sheet,
  table: Table,
  cells: readonly (readonly Line[])[],
  isOpenBelow: boolean,
): void {
  const height = rowHeight(sheet, Math.max(1, ...cells.map((lines) => lines.length)));
  const size = sheet.style.bodySize;
  frame(sheet, table, height, isOpenBelow);
  placeCells(sheet, table, cells, PADDING_Y + (leading(sheet) - size) / 2, size);
  sheet.y += height;
}

function placeCells(
  sheet: Sheet,
  table: Table,
  cells: readonly (readonly Line[])[],
  topInset: number,
  size: number,
): void {
  let left = MARGIN;
  for (const [index, column] of table.columns.entries()) {
    for (const [lineIndex, { text, struck }] of (cells[index] ?? []).entries()) {
      const x = left + PADDING_X;
      const top = sheet.y + topInset + lineIndex * leading(sheet);
      sheet.add({ type: 'text', x, y: top + size * 0.88, size, text, color: BLACK });
      if (struck && text.trim()) {
        // One segment per text line per cell, at about 55 % of the glyph height, as originals have it.
        const y = top + size * 0.55;
        sheet.add({
          type: 'line',
          x1: x,
          y1: y,
          x2: x + sheet.measure(text, size),
          y2: y,
          width: CANCEL_WIDTH,
          color: CANCEL_RED,
        });
      }
    }
    left += column.share * TABLE_WIDTH;
  }
}

function placeEmpty(sheet: Sheet, text: string): void {
  const size = sheet.style.bodySize;
  const x = (PAGE_WIDTH - sheet.measure(text, size)) / 2;
  sheet.add({ type: 'text', x, y: sheet.y + 15, size, text, color: BLACK });
  sheet.y += 22;
}

/** A row that stands in one box with the row above has no line over it, as that one has none below. */
function frame(sheet: Sheet, table: Table, height: number, isOpenBelow = false): void {
  const top = sheet.y;
  const right = MARGIN + TABLE_WIDTH;
  if (!sheet.isBoxOpen) rule(sheet, MARGIN, top, right, top);
  if (!isOpenBelow) rule(sheet, MARGIN, top + height, right, top + height);
  sheet.isBoxOpen = isOpenBelow;
  let x = MARGIN;
  rule(sheet, x, top, x, top + height);
  for (const column of table.columns) {
    x += column.share * TABLE_WIDTH;
    rule(sheet, x, top, x, top + height);
  }
}

const rule = (sheet: Sheet, x1: number, y1: number, x2: number, y2: number) =>
  sheet.add({ type: 'line', x1, y1, x2, y2, width: RULE, color: BLACK });
