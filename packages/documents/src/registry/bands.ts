import type { PageLayout } from '../layout/page-layout.ts';
import { squeezed, type TextLine } from '../layout/text-lines.ts';
import { COLUMNS, type TableName } from './headings.ts';

/** The columns of a table: one more edge than columns. */
export interface Bands {
  readonly edges: readonly number[];
  /** Lowest point of the table's frame on this page; null when it has none. */
  readonly foot: number | null;
}

export function columnAt({ edges }: Bands, x: number): number {
  for (let column = edges.length - 2; column > 0; column--) if (x >= (edges[column] ?? 0)) return column;
  return 0;
}

/**
 * The columns below a row of headings: by the upright lines of the frame where there are any, else by where the text
 * below the headings begins. null: the headings are not those of the table.
 */
export function bandsOf(
  table: TableName,
  heading: TextLine,
  below: readonly TextLine[],
  page: PageLayout,
): Bands | null {
  for (const labels of COLUMNS[table]) {
    const places = labelPlaces(heading, labels);
    const framed = framedBands(heading, labels.length, page);
    if (framed) return framed;
    if (places) return freeBands(places, below, page);
  }
  return null;
}

interface LabelPlace {
  left: number;
  right: number;
}

/** Where each label stands; null unless all are there, in order. */
function labelPlaces(heading: TextLine, labels: readonly string[]): LabelPlace[] | null {
  const glyphs = heading.glyphs.flatMap((glyph) =>
    [...squeezed(glyph.text)].map((letter) => ({ letter, glyph })),
  );
  const text = glyphs.map(({ letter }) => letter).join('');
  const places: LabelPlace[] = [];
  let from = 0;
  for (const label of labels) {
    const at = text.indexOf(label, from);
    const first = glyphs[at]?.glyph;
    const last = glyphs[at + label.length - 1]?.glyph;
    if (at < 0 || !first || !last) return null;
    places.push({ left: first.left, right: last.right });
    from = at + label.length;
  }
  return places;
}

/** Lines closer than this are one line drawn per row. */
const SAME_EDGE = 3;

function framedBands(heading: TextLine, columns: number, page: PageLayout): Bands | null {
  const middle = heading.baseline - heading.size * 0.35;
  const crossing = page.uprights.filter((line) => line.from <= middle && line.to >= middle);
  const edges: number[] = [];
  for (const { at } of crossing.sort((a, b) => a.at - b.at))
    if (at - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > SAME_EDGE) edges.push(at);
  // The frame of the sides may be missing.
  if (edges.length === columns - 1) {
    edges.unshift(0);
    edges.push(page.width);
  }
  if (edges.length !== columns + 1) return null;
  return { edges, foot: footOf(edges, heading.baseline, page) };
}

/** The frame goes down row by row; it ends where no line goes on. */
function footOf(edges: readonly number[], from: number, page: PageLayout): number {
  let foot = from;
  const own = page.uprights
    .filter((line) => edges.some((edge) => Math.abs(edge - line.at) <= SAME_EDGE))
    .sort((a, b) => a.from - b.from);
  for (const line of own) if (line.from <= foot + FRAME_GAP && line.to > foot) foot = line.to;
  return foot;
}

/** The heading row and the first row may stand a little apart. */
const FRAME_GAP = 8;

/** Without a frame: left-aligned text shows where a column begins. */
function freeBands(places: readonly LabelPlace[], below: readonly TextLine[], page: PageLayout): Bands {
  const edges = [0];
  for (let column = 1; column < places.length; column++) {
    const before = places[column - 1];
    const label = places[column];
    if (!before || !label) continue;
    const from = (before.left + before.right) / 2;
    const to = (label.left + label.right) / 2;
    edges.push(mostFrequentStart(below, from, to) ?? label.left - 2);
  }
  edges.push(page.width);
  return { edges, foot: null };
}

function mostFrequentStart(lines: readonly TextLine[], from: number, to: number): number | null {
  const starts = new Map<number, number>();
  for (const line of lines) {
    let right = Number.NEGATIVE_INFINITY;
    for (const glyph of line.glyphs) {
      if (glyph.left - right > glyph.size * 0.9 && glyph.left > from && glyph.left <= to) {
        const key = Math.round(glyph.left);
        starts.set(key, (starts.get(key) ?? 0) + 1);
      }
      right = glyph.right;
    }
  }
  const best = [...starts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
  return best && best[1] >= 2 ? best[0] - 2 : null;
}
