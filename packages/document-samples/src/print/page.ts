/** A page as drawing marks in points, origin top left: what both the PDF and the raster drawer understand. */

export interface TextMark {
  readonly type: 'text';
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly color: string;
}

export interface LineMark {
  readonly type: 'line';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly width: number;
  readonly color: string;
}

export interface FillMark {
  readonly type: 'fill';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: string;
}

export type Mark = TextMark | LineMark | FillMark;

export type Page = readonly Mark[];

/** A4 in points, as certificates come. */
export const PAGE_WIDTH = 595.28;
export const PAGE_HEIGHT = 841.89;

/** Size of a sheet in points. */
export interface Paper {
  readonly width: number;
  readonly height: number;
}
export const PORTRAIT: Paper = { width: PAGE_WIDTH, height: PAGE_HEIGHT };
export const LANDSCAPE: Paper = { width: PAGE_HEIGHT, height: PAGE_WIDTH };

export const BLACK = '#000000';
/** Measured on originals: the watermark's gray, the band of column headers, the red of cancellations. */
export const WATERMARK_GRAY = '#d5d5d5';
export const HEADER_GRAY = '#e6e6e6';
export const CANCEL_RED = '#ff0000';
export const CANCEL_WIDTH = 0.548;

/** Width of a text in points at a size. */
export type Measure = (text: string, size: number) => number;
