import type { PagePlace, RegistrySection } from '@dungji/contracts';
import { squeezed } from '../layout/text-lines.ts';
import { isoDayOf } from './days.ts';
import { type Purpose, purposeOf } from './purpose.ts';
import type { CellLine, TableRow } from './tables.ts';

/** An entry as it is printed, before entries are seen together. */
export interface Draft {
  readonly section: RegistrySection;
  /** null: it stands below another entry, like a trust. */
  readonly rank: string | null;
  /** The rank it stands under. */
  readonly group: string | null;
  readonly purposeText: string;
  readonly purpose: Purpose;
  readonly receiptDate: string | null;
  readonly receiptNo: string | null;
  readonly cause: string | null;
  /** Lines of the last column. */
  readonly rights: readonly CellLine[];
  readonly strike: Strike;
  readonly confidence: number;
  readonly text: string;
  readonly page: number;
  readonly boxes: TableRow['boxes'];
}

/** CONTENT: lines of the last columns only, as when an amount or an address was replaced. PART: anything else. */
export type Strike = 'NONE' | 'ALL' | 'CONTENT' | 'PART';

const RANK = /^\d{1,3}(?:-\d{1,3}){0,2}/;

/** The entries of 갑구 and 을구 in the order of the document. */
export function draftsOf(rows: readonly TableRow[]): { drafts: Draft[]; hasFragments: boolean } {
  const drafts: Draft[] = [];
  let hasFragments = false;
  for (const row of rows) {
    if (row.table !== '갑구' && row.table !== '을구') continue;
    const [rankLines = [], purposeLines = [], receiptLines = [], causeLines = [], rights = []] = row.cells;
    const rank = RANK.exec(squeezed(joined(rankLines)))?.[0] ?? null;
    if (rank === null && purposeLines.length === 0) {
      // The rest of a row whose beginning was not seen.
      hasFragments = true;
      continue;
    }
    const before = drafts.at(-1);
    const group = rank ?? (before?.section === row.table ? before.group : null);
    const purposeText = joined(purposeLines);
    const receipt = squeezed(joined(receiptLines));
    drafts.push({
      section: row.table,
      rank,
      group,
      purposeText,
      purpose: purposeOf(squeezed(purposeText)),
      receiptDate: isoDayOf(receipt),
      receiptNo: /제(\d+)호/.exec(receipt)?.[1] ?? null,
      cause: causeOf(causeLines),
      rights,
      strike: strikeOf(row.cells),
      confidence: Math.min(1, ...row.cells.flat().map((line) => line.confidence)),
      text: row.cells
        .map((lines) => joined(lines, ' '))
        .filter((text) => text !== '')
        .join(' · '),
      page: Math.min(...row.boxes.keys()),
      boxes: row.boxes,
    });
  }
  return { drafts, hasFragments };
}

export const joined = (lines: readonly CellLine[], by = ''): string =>
  lines
    .map((line) => line.text)
    .join(by)
    .trim();

/** The day stands on a line of its own; the words after it are cut wherever the column ends. */
function causeOf(lines: readonly CellLine[]): string | null {
  const [first, ...rest] = lines.map((line) => line.text.trim());
  if (first === undefined) return null;
  const text = isoDayOf(squeezed(first)) ? `${first} ${rest.join('')}` : [first, ...rest].join('');
  return text.trim() || null;
}

/** Shares of a line from which on it counts as crossed out, and up to which it does not. */
const STRUCK = 0.6;
const UNSTRUCK = 0.15;

function strikeOf(cells: readonly (readonly CellLine[])[]): Strike {
  const lines = cells.flat();
  if (lines.every((line) => line.struck <= UNSTRUCK)) return 'NONE';
  // The line through a rank of one digit may be too short to be found on a picture.
  const words = cells.slice(1).flat();
  if (words.length > 0 && words.every((line) => line.struck >= STRUCK)) return 'ALL';
  if (isMostlyStruck(words, cells[1] ?? [])) return 'ALL';
  const head = cells.slice(0, 3).flat();
  return head.length > 0 && head.every((line) => line.struck <= UNSTRUCK) ? 'CONTENT' : 'PART';
}

/** On a picture a line or two of a struck row may be missed; never the purpose and most of the others. */
const isMostlyStruck = (words: readonly CellLine[], purpose: readonly CellLine[]): boolean =>
  words.some((line) => line.confidence < 1) &&
  purpose.length > 0 &&
  purpose.every((line) => line.struck >= STRUCK) &&
  words.filter((line) => line.struck >= STRUCK).length >= words.length * 0.7;

export const isStruck = (line: CellLine): boolean => line.struck >= STRUCK;

/** Places as shares of their pages. */
export function placesOf(
  boxes: TableRow['boxes'],
  sizes: readonly { width: number; height: number }[],
): PagePlace[] {
  return [...boxes].flatMap(([page, box]) => {
    const size = sizes[page - 1];
    if (!size) return [];
    const part = (value: number, whole: number) => Math.round((value / whole) * 10_000) / 10_000;
    return {
      page,
      left: part(box.left, size.width),
      top: part(box.top, size.height),
      width: part(box.right - box.left, size.width),
      height: part(box.bottom - box.top, size.height),
    };
  });
}
