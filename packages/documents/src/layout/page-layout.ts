/** One character (or a few that belong together) at its place: points from the top left of the page. */
export interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Height of the font. */
  readonly size: number;
  /** 0–1; 1 for what a text layer says. */
  readonly confidence: number;
}

/** A level or upright line: a stroke, or a rectangle as thin as one. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** Of a level line its height on the page, of an upright one its distance from the left. */
  readonly at: number;
}

/** What is drawn on a page, apart from the watermark. */
export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyph[];
  /** Red level lines: the mark of cancellation. */
  readonly strikes: Segment[];
  /** Other level lines: the borders of rows, and strikes of a print without colours. */
  readonly levels: Segment[];
  readonly uprights: Segment[];
  readonly method: 'TEXT_LAYER' | 'OCR';
}

export const emptyLayout = (width: number, height: number): PageLayout => ({
  width,
  height,
  glyphs: [],
  strikes: [],
  levels: [],
  uprights: [],
  method: 'TEXT_LAYER',
});
