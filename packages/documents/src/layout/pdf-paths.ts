import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageLayout } from './page-layout.ts';
import { apply, type Colour, type PdfState } from './pdf-state.ts';

/** How pdfjs writes the parts of a path, each followed by its coordinates. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;
const CLOSE = 4;
const NUMBERS: Record<number, number> = { [MOVE]: 2, [LINE]: 2, [CURVE]: 6, [QUADRATIC]: 4, [CLOSE]: 0 };

/** Outlines of characters have dozens of points; a line or a rectangle has at most five. */
const POINTS_MAX = 6;
/** The strike lines are 0.55 points thick; borders up to 1.5. */
const THICKNESS_MAX = 2;
const LENGTH_MIN = 2;
const WHITE = 0.95;

const STROKES = new Set<number>([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const FILLS = new Set<number>([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

/** Sorts the level and upright lines of paths into the layout's strikes and borders. */
export class PathReader {
  readonly #layout: PageLayout;

  constructor(layout: PageLayout) {
    this.#layout = layout;
  }

  read(args: readonly unknown[], state: PdfState): void {
    const paint = Number(args[0]);
    const numbers = (args[1] as unknown[] | undefined)?.[0] as ArrayLike<number> | null | undefined;
    if (!numbers) return;
    const isStroke = STROKES.has(paint);
    if (!isStroke && !FILLS.has(paint)) return;
    for (const subpath of subpaths(numbers)) {
      if (subpath.length > POINTS_MAX) continue;
      const points = subpath.map(([x, y]) => apply(state.ctm, x, y));
      if (isStroke) {
        const width = state.lineWidth * Math.sqrt(Math.abs(determinant(state)));
        if (width > THICKNESS_MAX || state.strokeAlpha < 0.2) continue;
        for (let index = 1; index < points.length; index++)
          this.#addSide(points[index - 1], points[index], state.stroke);
      } else if (state.fillAlpha >= 0.2) this.#addThinArea(points, state.fill);
    }
  }

  #addSide(
    from: readonly [number, number] | undefined,
    to: readonly [number, number] | undefined,
    colour: Colour,
  ): void {
    if (!from || !to) return;
    const [left, right] = ordered(from[0], to[0]);
    const [top, bottom] = ordered(from[1], to[1]);
    this.#add(left, right, top, bottom, colour);
  }

  #addThinArea(points: readonly (readonly [number, number])[], colour: Colour): void {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    this.#add(Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys), colour);
  }

  #add(left: number, right: number, top: number, bottom: number, colour: Colour): void {
    const width = right - left;
    const height = bottom - top;
    if (colour.every((part) => part > WHITE)) return;
    if (height <= THICKNESS_MAX && width >= LENGTH_MIN && width > height) {
      const line = { from: left, to: right, at: (top + bottom) / 2 };
      (isRed(colour) ? this.#layout.strikes : this.#layout.levels).push(line);
    } else if (width <= THICKNESS_MAX && height >= LENGTH_MIN)
      this.#layout.uprights.push({ from: top, to: bottom, at: (left + right) / 2 });
  }
}

/** Lists of points; a closed path ends where it began. */
function* subpaths(numbers: ArrayLike<number>): Generator<(readonly [number, number])[]> {
  let points: (readonly [number, number])[] = [];
  for (let index = 0; index < numbers.length; ) {
    const part = numbers[index] ?? CLOSE;
    const count = NUMBERS[part];
    if (count === undefined) return;
    const end = index + count;
    if (part === MOVE) {
      if (points.length > 1) yield points;
      points = [];
    }
    if (part === CLOSE) {
      const first = points[0];
      if (first) points.push(first);
    } else points.push([numbers[end - 1] ?? 0, numbers[end] ?? 0]);
    index = end + 1;
  }
  if (points.length > 1) yield points;
}

const determinant = ({ ctm: [a, b, c, d] }: PdfState): number => a * d - b * c;
const ordered = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

const isRed = ([red, green, blue]: Colour): boolean => red > 0.55 && green < 0.45 && blue < 0.45;
