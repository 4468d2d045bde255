import type { Glyph, PageLayout, Segment } from '../layout/page-layout.ts';
import { lineOf, median, squeezed, struckShare, type TextLine, textLines } from '../layout/text-lines.ts';
import { type Bands, bandsOf, columnAt } from './bands.ts';
import {
  headingOf,
  isColumnRow,
  isEndMark,
  isListColumns,
  isNothingRecorded,
  isOutsideTables,
  type TableName,
} from './headings.ts';
import { isSubRow, rowStarts } from './row-starts.ts';

/** One line of text in one cell. */
export interface CellLine {
  readonly text: string;
  /** Share of it that is crossed out. */
  readonly struck: number;
  readonly confidence: number;
  readonly page: number;
  readonly baseline: number;
}

export interface TableRow {
  table: TableName;
  /** By column. */
  readonly cells: CellLine[][];
  readonly boxes: Map<number, Box>;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Tables {
  readonly rows: TableRow[];
  /** Sections that say that nothing is recorded in them. */
  readonly empty: Set<TableName>;
  /** Sections whose heading was met. */
  readonly met: Set<TableName>;
  /** Page on which the end of the body was met; null: never. */
  readonly endedOn: number | null;
  /** Lines outside tables, by page (1-based). */
  readonly around: { page: number; text: string; line: TextLine }[];
  /** Tables whose columns could not be told. */
  readonly unreadable: { page: number; table: TableName }[];
  /** First page of the summary; null: there is none. */
  readonly summaryFrom: number | null;
}

interface Open {
  table: TableName;
  bands: Bands | null;
  /** It began on an earlier page. */
  isContinued: boolean;
  top: number;
}

/** Splits pages into the rows of their tables; cells that go on on the next page are joined. */
export function readTables(pages: readonly PageLayout[]): Tables {
  const rows: TableRow[] = [];
  const tables: Tables & { endedOn: number | null; summaryFrom: number | null } = {
    rows,
    empty: new Set(),
    met: new Set(),
    endedOn: null,
    around: [],
    unreadable: [],
    summaryFrom: null,
  };
  let current: TableName | null = null;
  let bands: Bands | null = null;

  pages.forEach((page, index) => {
    const number = index + 1;
    const lines = textLines(page.glyphs);
    if (tables.summaryFrom === null && lines.some(isSummary)) {
      tables.summaryFrom = number;
      current = null;
    }
    let open: Open | null = current ? { table: current, bands, top: 0, isContinued: true } : null;
    let body: TextLine[] = [];
    let hasColumns = false;
    const close = () => {
      if (open && body.length > 0) addRows(page, number, open, body);
      body = [];
    };
    for (const [at, line] of lines.entries()) {
      const heading = headingOf(line);
      if (heading !== null) {
        close();
        current = heading;
        bands = null;
        open = { table: heading, bands: null, top: line.baseline, isContinued: false };
        hasColumns = false;
        tables.met.add(heading);
        continue;
      }
      if (isEndMark(line)) {
        close();
        // Lists and the summary have end marks of their own.
        if (tables.summaryFrom === null) tables.endedOn = number;
        current = null;
        open = null;
        continue;
      }
      if (isNothingRecorded(line)) {
        if (current) tables.empty.add(current);
        continue;
      }
      if (isColumnRow(line)) {
        close();
        if (isListColumns(line)) current = '목록';
        current ??= tables.summaryFrom === null ? lostTable(line) : null;
        bands = current ? bandsOf(current, line, lines.slice(at + 1), page) : null;
        if (current && !bands) tables.unreadable.push({ page: number, table: current });
        const isContinued: boolean = open?.isContinued ?? true;
        open = current ? { table: current, bands, top: line.baseline + line.size * 0.3, isContinued } : null;
        hasColumns = true;
        continue;
      }
      if (isOutsideTables(line) || isSubject(line) || !open || (!hasColumns && at < 2 && isRepeated(line))) {
        tables.around.push({ page: number, text: line.text, line });
        continue;
      }
      body.push(line);
    }
    close();
  });
  return tables;

  function addRows(page: PageLayout, number: number, open: Open, body: TextLine[]): void {
    if (!open.bands) {
      // Rows nobody can put into columns are rows nobody has read.
      if (open.table === '갑구' || open.table === '을구')
        tables.unreadable.push({ page: number, table: open.table });
      for (const line of body) tables.around.push({ page: number, text: line.text, line });
      return;
    }
    const made = rowsOf(page, number, open as Open & { bands: Bands }, body, tables);
    const told = open.isContinued ? sectionBy(made) : null;
    if (told && told !== open.table) {
      // The heading between them is on a page that is missing.
      for (const row of made) row.table = told;
      current = told;
    }
    for (const row of made) {
      const before = rows.at(-1);
      const isContinued =
        row === made[0] &&
        before?.table === row.table &&
        !before.boxes.has(number) &&
        row.cells[0]?.length === 0 &&
        !beginsSubRow(row, before);
      if (isContinued && before) join(before, row, number);
      else rows.push(row);
    }
  }
}

/** A table whose heading is on a page that is missing: only rights are worth guessing, and `sectionBy` corrects it. */
const lostTable = (columns: TextLine): TableName | null =>
  /권리자및기타사항/.test(squeezed(columns.text)) ? '갑구' : null;

/** 갑구 or 을구, by what rows are about; null when that does not tell. */
function sectionBy(rows: readonly TableRow[]): '갑구' | '을구' | null {
  const rights = { 갑구: 0, 을구: 0 };
  for (const { table, cells } of rows) {
    if (table !== '갑구' && table !== '을구') return null;
    const purpose = squeezed(textOf(cells[1] ?? []));
    if (/저당권|전세권|임차권|지상권|지역권/.test(purpose)) rights.을구++;
    else if (/소유권|압류|가처분|경매|가등기|신탁|지분|등기명의인/.test(purpose)) rights.갑구++;
  }
  if (rights.갑구 > 0 && rights.을구 > 0) return null;
  return rights.을구 > 0 ? '을구' : rights.갑구 > 0 ? '갑구' : null;
}

const isSummary = (line: TextLine): boolean =>
  /^주요등기사항요약/.test(squeezed(line.text)) || headingOf(line)?.startsWith('요약') === true;
export const isSubject = (line: TextLine): boolean =>
  /^[[［](집합건물|건물|토지)[\]］]/.test(squeezed(line.text));
const isRepeated = (line: TextLine): boolean => /^고유번호/.test(squeezed(line.text));

function rowsOf(
  page: PageLayout,
  number: number,
  open: Open & { bands: Bands },
  body: readonly TextLine[],
  tables: Tables,
): TableRow[] {
  const { bands } = open;
  const count = bands.edges.length - 1;
  const borders = rowBorders(page.levels, bands);
  const foot = bands.foot;
  const cells: { line: TextLine; column: number }[] = [];
  for (const line of body) {
    // Notes below the table's frame.
    if (foot !== null && line.baseline > foot + 1) {
      tables.around.push({ page: number, text: line.text, line });
      continue;
    }
    const columns: Glyph[][] = Array.from({ length: count }, () => []);
    for (const glyph of line.glyphs) columns[columnAt(bands, (glyph.left + glyph.right) / 2)]?.push(glyph);
    columns.forEach((glyphs, column) => {
      const part = lineOf(glyphs);
      if (part) cells.push({ line: part, column });
    });
  }
  // A border between the baselines starts a row, and so does a rank, and so does the purpose of a sub-row.
  const rows: { table: TableName; cells: CellLine[][]; boxes: Map<number, Box>; row: number }[] = [];
  const ordered = cells.sort((a, b) => a.line.baseline - b.line.baseline || a.column - b.column);
  const starts = rowStarts(ordered, borders, open.table);
  for (const { line, column } of ordered) {
    const row = starts.findLastIndex((start) => line.baseline >= start - 0.01);
    let target = rows.find((candidate) => candidate.row === row);
    if (!target) {
      target = { table: open.table, cells: Array.from({ length: count }, () => []), boxes: new Map(), row };
      rows.push(target);
    }
    target.cells[column]?.push({
      text: line.text,
      struck: struckShare(line, strikesIn(page, bands, column)),
      confidence: Math.min(1, median(line.glyphs.map((glyph) => glyph.confidence))),
      page: number,
      baseline: line.baseline,
    });
    grow(target.boxes, number, line);
  }
  return rows;
}

/** Red lines, and any other line that goes through text and stays within its column: a print without colours. */
function strikesIn(page: PageLayout, bands: Bands, column: number): Segment[] {
  const left = (bands.edges[column] ?? 0) - 2;
  const right = (bands.edges[column + 1] ?? 0) + 2;
  const plain = page.levels.filter(
    (line) => line.from >= left && line.to <= right && line.to - line.from < right - left - 5,
  );
  return plain.length === 0 ? page.strikes : [...page.strikes, ...plain];
}

function rowBorders(levels: readonly Segment[], bands: Bands): number[] {
  const left = bands.edges[0] ?? 0;
  const right = bands.edges.at(-1) ?? 0;
  const width = right - left;
  return levels
    .filter((line) => Math.min(line.to, right) - Math.max(line.from, left) > width * 0.8)
    .map((line) => line.at)
    .sort((a, b) => a - b);
}

const beginsSubRow = (row: TableRow, before: TableRow): boolean =>
  (row.table === '갑구' || row.table === '을구') &&
  isSubRow(squeezed(row.cells[1]?.[0]?.text ?? ''), squeezed(textOf(before.cells[1] ?? [])));

const textOf = (lines: readonly CellLine[]): string => lines.map((line) => line.text).join('');

function join(before: TableRow, row: TableRow, page: number): void {
  row.cells.forEach((lines, column) => void before.cells[column]?.push(...lines));
  const box = row.boxes.get(page);
  if (box) before.boxes.set(page, box);
}

function grow(boxes: Map<number, Box>, page: number, line: TextLine): void {
  const top = line.baseline - line.size;
  const bottom = line.baseline + line.size * 0.25;
  const box = boxes.get(page);
  if (!box) boxes.set(page, { left: line.left, right: line.right, top, bottom });
  else {
    box.left = Math.min(box.left, line.left);
    box.right = Math.max(box.right, line.right);
    box.top = Math.min(box.top, top);
    box.bottom = Math.max(box.bottom, bottom);
  }
}
