import type { Table } from './certificate.ts';
import { BLACK, CANCEL_RED, CANCEL_WIDTH, HEADER_GRAY, type Mark, type Measure, PAGE_WIDTH } from './page.ts';
import { wrap } from './wrap.ts';

export const MARGIN = 28;
export const TABLE_WIDTH = PAGE_WIDTH - 2 * MARGIN;

const SIZE = 9;
const LEADING = 13;
const PADDING_X = 3;
const PADDING_Y = 3;
const HEADER_HEIGHT = 16;
const RULE = 0.6;

/** Where a table is being placed: it draws at `y`, and turns the page when it must. */
export interface Sheet {
  readonly measure: Measure;
  readonly bottom: number;
  y: number;
  add(...marks: Mark[]): void;
  turn(): void;
}

/** Draws a table from `sheet.y` on. A row stays whole unless it is taller than a page; each page repeats the column titles. */
export function placeTable(sheet: Sheet, table: Table): void {
  placeHeader(sheet, table);
  if (table.rows.length === 0) {
    placeEmpty(sheet, table.emptyText);
    return;
  }
  for (const row of table.rows) {
    const cells = table.columns.map((column, index) =>
      wrapCell(sheet, row.cells[index] ?? [], column.share * TABLE_WIDTH),
    );
    let rest = cells;
    do {
      const lineCount = Math.max(1, ...rest.map((lines) => lines.length));
      if (sheet.y + rowHeight(lineCount) > sheet.bottom) {
        sheet.turn();
        sheet.y += 4;
        placeHeader(sheet, table);
      }
      const fitting = Math.max(1, Math.floor((sheet.bottom - sheet.y - 2 * PADDING_Y) / LEADING));
      placeRow(
        sheet,
        table,
        rest.map((lines) => lines.slice(0, fitting)),
        row.struck,
      );
      rest = rest.map((lines) => lines.slice(fitting));
    } while (rest.some((lines) => lines.length > 0));
  }
}

const rowHeight = (lineCount: number) => lineCount * LEADING + 2 * PADDING_Y;

function wrapCell(sheet: Sheet, lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) => wrap(line, width - 2 * PADDING_X, (part) => sheet.measure(part, SIZE)));
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
  const titles = table.columns.map((column) => [column.title]);
  frame(sheet, table, HEADER_HEIGHT);
  placeCells(sheet, table, titles, (HEADER_HEIGHT - SIZE) / 2, false);
  sheet.y += HEADER_HEIGHT + 2;
}

function placeRow(sheet: Sheet, table: Table, cells: readonly (readonly string[])[], struck: boolean): void {
  const height = rowHeight(Math.max(1, ...cells.map((lines) => lines.length)));
  frame(sheet, table, height);
  placeCells(sheet, table, cells, PADDING_Y + (LEADING - SIZE) / 2, struck);
  sheet.y += height;
}

function placeCells(
  sheet: Sheet,
  table: Table,
  cells: readonly (readonly string[])[],
  topInset: number,
  struck: boolean,
): void {
  let left = MARGIN;
  for (const [index, column] of table.columns.entries()) {
    for (const [lineIndex, text] of (cells[index] ?? []).entries()) {
      const x = left + PADDING_X;
      const top = sheet.y + topInset + lineIndex * LEADING;
      sheet.add({ type: 'text', x, y: top + SIZE * 0.88, size: SIZE, text, color: BLACK });
      if (struck && text.trim()) {
        // One segment per text line per cell, at about 55 % of the glyph height, as originals have it.
        const y = top + SIZE * 0.55;
        sheet.add({
          type: 'line',
          x1: x,
          y1: y,
          x2: x + sheet.measure(text, SIZE),
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
  const x = (PAGE_WIDTH - sheet.measure(text, SIZE)) / 2;
  sheet.add({ type: 'text', x, y: sheet.y + 15, size: SIZE, text, color: BLACK });
  sheet.y += 22;
}

function frame(sheet: Sheet, table: Table, height: number): void {
  const top = sheet.y;
  const rule = (x1: number, y1: number, x2: number, y2: number) =>
    sheet.add({ type: 'line', x1, y1, x2, y2, width: RULE, color: BLACK });
  rule(MARGIN, top, MARGIN + TABLE_WIDTH, top);
  rule(MARGIN, top + height, MARGIN + TABLE_WIDTH, top + height);
  let x = MARGIN;
  rule(x, top, x, top + height);
  for (const column of table.columns) {
    x += column.share * TABLE_WIDTH;
    rule(x, top, x, top + height);
  }
}
