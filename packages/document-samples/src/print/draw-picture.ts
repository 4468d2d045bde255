import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { rasterFamily, type Typeface } from './font.ts';
import { type Mark, type Page, type Paper, PORTRAIT } from './page.ts';
import { type Photo, photograph } from './photograph.ts';
import { type Flaws, flaw, NO_FLAWS } from './scan-flaws.ts';

/** How a page was put under the glass. */
export interface Scan extends Flaws {
  readonly dpi: number;
  /** 1–100. */
  readonly jpegQuality: number;
  /** Clockwise. */
  readonly skewDeg: number;
  readonly typeface: Typeface;
  readonly paper: Paper;
  /** Taken with a telephone instead of being put under glass; null: not so. */
  readonly photo: Photo | null;
}

/** What the portal's scans look like: straight and clean. */
const PLAIN_SCAN: Scan = {
  dpi: 200,
  jpegQuality: 82,
  skewDeg: 0,
  typeface: 'gothic',
  paper: PORTRAIT,
  photo: null,
  ...NO_FLAWS,
};

/** Draws pages as JPEG pictures. Drawing takes milliseconds; the encoding runs on the thread pool. */
export async function drawPictures(
  pages: readonly Page[],
  scan: Partial<Scan> = {},
  seed = '',
): Promise<readonly Buffer[]> {
  const full = { ...PLAIN_SCAN, ...scan };
  const pictures: Buffer[] = [];
  for (const [index, page] of pages.entries())
    pictures.push(await drawSheet(page, full, `${seed}:${index}`).encode('jpeg', full.jpegQuality));
  return pictures;
}

/** The same as PNG files, one a page. */
export async function drawPngs(
  pages: readonly Page[],
  scan: Partial<Scan> = {},
  seed = '',
): Promise<readonly Buffer[]> {
  const full = { ...PLAIN_SCAN, ...scan };
  const pictures: Buffer[] = [];
  for (const [index, page] of pages.entries())
    pictures.push(await drawSheet(page, full, `${seed}:${index}`).encode('png'));
  return pictures;
}

function drawSheet(page: Page, scan: Scan, seed: string): Canvas {
  const scale = scan.dpi / 72;
  const canvas = createCanvas(Math.round(scan.paper.width * scale), Math.round(scan.paper.height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (scan.skewDeg !== 0) {
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((scan.skewDeg * Math.PI) / 180);
    context.translate(-canvas.width / 2, -canvas.height / 2);
  }
  context.scale(scale, scale);
  const family = rasterFamily(scan.typeface);
  for (const mark of page) drawMark(context, mark, family);
  const picture = scan.photo ? photograph(canvas, scan.photo) : canvas;
  flaw(picture.getContext('2d'), scan, seed);
  return picture;
}

function drawMark(context: SKRSContext2D, mark: Mark, family: string): void {
  switch (mark.type) {
    case 'text':
      context.fillStyle = mark.color;
      context.font = `${mark.size}px "${family}"`;
      context.fillText(mark.text, mark.x, mark.y);
      return;
    case 'line':
      context.strokeStyle = mark.color;
      context.lineWidth = mark.width;
      context.beginPath();
      context.moveTo(mark.x1, mark.y1);
      context.lineTo(mark.x2, mark.y2);
      context.stroke();
      return;
    case 'fill':
      context.fillStyle = mark.color;
      context.fillRect(mark.x, mark.y, mark.width, mark.height);
      return;
  }
}
