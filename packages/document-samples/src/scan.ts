import { drawOutlines } from './print/draw-outlines.ts';
import { drawPicturePdf } from './print/draw-pdf.ts';
import { drawPictures, drawPngs, type Scan } from './print/draw-picture.ts';
import type { Typeface } from './print/font.ts';
import type { Page, Paper } from './print/page.ts';

/** A document that can be printed in other ways than as text. */
export interface Printed {
  readonly pages: readonly Page[];
  readonly printedAt: Date;
  readonly typeface: Typeface;
  readonly paper: Paper;
}

export type ScanOptions = Partial<Omit<Scan, 'typeface' | 'paper'>>;

/** How it may come back from a scanner or a telephone. Of each: `seed` decides the noise. */
export const SCANS = {
  'clean-300': { dpi: 300, jpegQuality: 90 },
  'grey-300': { dpi: 300, grey: true, jpegQuality: 85 },
  'clean-200': { dpi: 200, jpegQuality: 82 },
  'noisy-200': { dpi: 200, grey: true, noise: 18, dust: 3, skewDeg: 1.4, jpegQuality: 55 },
  'skewed-300': { dpi: 300, skewDeg: -2, noise: 6, jpegQuality: 75 },
  photo: { dpi: 220, noise: 8, skewDeg: 1.8, shade: 70, tint: [0.98, 0.94, 0.84], jpegQuality: 60 },
  phone: {
    dpi: 240,
    photo: { turnDeg: -2.5, keystone: 0.03, margin: 0.05 },
    noise: 6,
    shade: 40,
    tint: [0.99, 0.96, 0.9],
    jpegQuality: 80,
  },
  'phone-sideways': {
    dpi: 240,
    photo: { turnDeg: 91, keystone: 0.02, margin: 0.05 },
    noise: 6,
    shade: 30,
    jpegQuality: 80,
  },
  'phone-upside-down': {
    dpi: 240,
    photo: { turnDeg: 179, keystone: 0.02, margin: 0.05 },
    noise: 6,
    shade: 30,
    jpegQuality: 80,
  },
  'poor-150': { dpi: 150, grey: true, noise: 12, skewDeg: 0.8, shade: 40, jpegQuality: 45 },
} as const satisfies Record<string, ScanOptions>;

export type ScanClass = keyof typeof SCANS;

const setting = ({ typeface, paper }: Printed) => ({ typeface, paper });

/** A PDF of pictures alone: no text, no lines. */
export async function toScan(printed: Printed, scan: ScanOptions = {}, seed = ''): Promise<Uint8Array> {
  const pictures = await drawPictures(printed.pages, { ...scan, ...setting(printed) }, seed);
  return drawPicturePdf(pictures, printed.printedAt, printed.paper);
}

/** Picture files, one a page, as people upload them. */
export function toPictures(
  printed: Printed,
  format: 'png' | 'jpeg',
  scan: ScanOptions = {},
  seed = '',
): Promise<readonly Uint8Array[]> {
  const full = { ...scan, ...setting(printed) };
  return (format === 'png' ? drawPngs : drawPictures)(printed.pages, full, seed);
}

/** A PDF without text and without pictures: letters are shapes, red lines stay lines. */
export function toOutlines(printed: Printed): Promise<Uint8Array> {
  return drawOutlines(printed.pages, printed.printedAt, printed.typeface, printed.paper);
}
