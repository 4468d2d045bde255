import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { PageLayout } from '../layout/page-layout.ts';
import { greyOf, pgmOf, shrunk } from './grey.ts';
import { cleanForReading, linesOf, type Masks, masksOf, type Raster, skewOf } from './raster.ts';
import type { Recogniser } from './recognise.ts';

/** A page that was recognised twice, at two sizes: what both agree on can be trusted. */
export interface RecognisedPage {
  readonly text: string;
  readonly layout: PageLayout;
  readonly again: PageLayout;
}

/** The second look is smaller by this much, so that it errs in other places. */
const SECOND_SIZE = 0.8;
const SKEW_MIN_DEGREES = 0.08;
const A4_WIDTH_POINTS = 595;

/**
 * Recognises a page from its pixels: straightened, its lines found, red strikes and borders taken away.
 *
 * @param points size of the page in points; null for a picture, which is taken for a sheet of A4
 */
export async function readPicture(
  source: Raster,
  points: { width: number; height: number } | null,
  recogniser: Recogniser,
  onProgress: () => Promise<void>,
): Promise<RecognisedPage> {
  const { raster, masks } = straightened(source);
  const width = points?.width ?? Math.max(A4_WIDTH_POINTS, 1);
  const perPoint = raster.width / width;
  const lines = linesOf(raster, masks, perPoint);
  cleanForReading(raster, masks, lines, perPoint);
  const sheet = greyOf(raster);
  const first = await recogniser.read(pgmOf(sheet));
  await onProgress();
  const second = await recogniser.read(pgmOf(shrunk(sheet, SECOND_SIZE)));
  await onProgress();
  const scaled = (by: number) => (segment: { from: number; to: number; at: number }) => ({
    from: segment.from / by,
    to: segment.to / by,
    at: segment.at / by,
  });
  const layoutOf = (glyphs: PageLayout['glyphs'], by: number): PageLayout => ({
    width,
    height: raster.height / perPoint,
    glyphs: glyphs.map((glyph) => ({
      ...glyph,
      left: glyph.left / by,
      right: glyph.right / by,
      baseline: glyph.baseline / by,
      size: glyph.size / by,
    })),
    strikes: lines.strikes.map(scaled(perPoint)),
    levels: lines.levels.map(scaled(perPoint)),
    uprights: lines.uprights.map(scaled(perPoint)),
    method: 'OCR',
  });
  return {
    text: first.text,
    layout: layoutOf(first.glyphs, perPoint),
    again: layoutOf(second.glyphs, perPoint * SECOND_SIZE),
  };
}

function straightened(source: Raster): { raster: Raster; masks: Masks } {
  const masks = masksOf(source);
  const degrees = skewOf(masks, source);
  if (Math.abs(degrees) < SKEW_MIN_DEGREES) return { raster: source, masks };
  const { width, height } = source;
  const turned = createCanvas(width, height);
  const context = turned.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((-degrees * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  const sheet = sheetOf(source);
  context.drawImage(sheet, 0, 0);
  const raster = { width, height, rgba: Uint8Array.from(turned.data()) };
  // Gives their memory back now; the collector does not know how large they are.
  for (const canvas of [sheet, turned]) canvas.width = canvas.height = 0;
  return { raster, masks: masksOf(raster) };
}

function sheetOf({ width, height, rgba }: Raster) {
  const canvas = createCanvas(width, height);
  const pixels = new Uint8ClampedArray(rgba.buffer as ArrayBuffer, rgba.byteOffset, rgba.byteLength);
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}
