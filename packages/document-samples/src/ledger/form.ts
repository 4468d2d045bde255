import { BLACK, LANDSCAPE, type Mark, type Measure, type Page } from '../print/page.ts';
import { wrap } from '../print/wrap.ts';

/** Parts of a form, by when a program writes them: not in the order in which a person reads. */
export type Layer = 'rules' | 'notes' | 'values' | 'rows' | 'closing' | 'title' | 'ids' | 'labels';

/** The orders of some issuing programs. In all of them what is read first is written late. */
export const WRITING_ORDERS: readonly (readonly [Layer, ...Layer[]])[] = [
  ['rules', 'notes', 'values', 'rows', 'closing', 'title', 'ids', 'labels'],
  ['rules', 'rows', 'values', 'notes', 'labels', 'closing', 'ids', 'title'],
  ['values', 'rules', 'labels', 'rows', 'ids', 'closing', 'notes', 'title'],
];

const RULE = 0.5;
const SIZE = 8;
const LEADING = 10.5;

/** One page of a form while it is filled in. */
export class Form {
  readonly #layers = new Map<Layer, Mark[]>();

  constructor(
    readonly measure: Measure,
    private readonly order: readonly Layer[],
    /** Beside their labels on one line, or below. */
    private readonly valuesBeside: boolean,
  ) {}

  static readonly left = 30;
  static readonly right = LANDSCAPE.width - 30;

  text(layer: Layer, x: number, y: number, text: string, size = SIZE, color = BLACK): void {
    this.#put(layer, { type: 'text', x, y, size, text, color });
  }

  centered(layer: Layer, y: number, text: string, size: number): number {
    const x = (LANDSCAPE.width - this.measure(text, size)) / 2;
    this.text(layer, x, y, text, size);
    return x + this.measure(text, size);
  }

  box(x: number, y: number, width: number, height: number): void {
    const rule = (x1: number, y1: number, x2: number, y2: number) =>
      this.#put('rules', { type: 'line', x1, y1, x2, y2, width: RULE, color: BLACK });
    rule(x, y, x + width, y);
    rule(x, y + height, x + width, y + height);
    rule(x, y, x, y + height);
    rule(x + width, y, x + width, y + height);
  }

  fill(x: number, y: number, width: number, height: number, color: string): void {
    this.#put('rules', { type: 'fill', x, y, width, height, color });
  }

  /** Labels with their values, side by side. */
  fields(y: number, height: number, cells: readonly (readonly [string, string, number])[]): void {
    const total = cells.reduce((sum, [, , share]) => sum + share, 0);
    let x = Form.left;
    for (const [label, value, share] of cells) {
      const width = ((Form.right - Form.left) * share) / total;
      const indent = this.valuesBeside ? this.measure(label, 6.5) + 8 : 4;
      const first = this.valuesBeside ? 11 : 18;
      this.box(x, y, width, height);
      this.text('labels', x + 2, y + (this.valuesBeside ? 11 : 8), label, 6.5);
      const lines = wrap(value, width - indent - 2, (part) => this.measure(part, SIZE), false);
      for (const [index, line] of lines.entries())
        this.text('values', x + indent, y + first + index * LEADING, line);
      x += width;
    }
  }

  /** A table; rows are written from the last to the first where `bottomUp`. Returns where it ends. */
  table(
    at: { readonly x: number; readonly y: number; readonly width: number },
    columns: readonly (readonly [string, number])[],
    rows: readonly (readonly string[])[],
    options: { readonly bottomUp?: boolean; readonly title?: string } = {},
  ): number {
    const total = columns.reduce((sum, [, share]) => sum + share, 0);
    let y = at.y;
    if (options.title) {
      this.box(at.x, y, at.width, 14);
      this.text('labels', at.x + at.width / 2 - this.measure(options.title, SIZE) / 2, y + 10, options.title);
      y += 14;
    }
    const widths = columns.map(([, share]) => (at.width * share) / total);
    this.#row(
      at.x,
      y,
      widths,
      columns.map(([title]) => [title]),
      'labels',
    );
    y += LEADING + 4;
    const placed = rows.map((cells) => {
      const lines = cells.map((cell, index) =>
        wrap(cell, (widths[index] ?? 0) - 6, (part) => this.measure(part, SIZE), false),
      );
      const top = y;
      y += Math.max(1, ...lines.map(({ length }) => length)) * LEADING + 4;
      return { lines, top };
    });
    for (const { lines, top } of options.bottomUp ? placed.toReversed() : placed)
      this.#row(at.x, top, widths, lines, 'rows');
    return y;
  }

  #row(
    x: number,
    y: number,
    widths: readonly number[],
    cells: readonly (readonly string[])[],
    layer: Layer,
  ): void {
    const height = Math.max(1, ...cells.map(({ length }) => length)) * LEADING + 4;
    let left = x;
    for (const [index, width] of widths.entries()) {
      this.box(left, y, width, height);
      for (const [line, text] of (cells[index] ?? []).entries())
        if (text) this.text(layer, left + 3, y + 10 + line * LEADING, text);
      left += width;
    }
  }

  page(): Page {
    return this.order.flatMap((layer) => this.#layers.get(layer) ?? []);
  }

  #put(layer: Layer, mark: Mark): void {
    this.#layers.set(layer, [...(this.#layers.get(layer) ?? []), mark]);
  }
}
