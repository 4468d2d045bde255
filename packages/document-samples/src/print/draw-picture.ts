import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { RASTER_FONT_FAMILY, registerRasterFont } from './font.ts';
import { type Mark, PAGE_HEIGHT, PAGE_WIDTH, type Page } from './page.ts';

const SCAN_DPI = 200;
const JPEG_QUALITY = 82;

/** Draws pages as 200 dpi JPEG pictures. Drawing takes milliseconds; the encoding runs on the thread pool. */
export async function drawPictures(pages: readonly Page[]): Promise<readonly Buffer[]> {
  registerRasterFont();
  const scale = SCAN_DPI / 72;
  const pictures: Buffer[] = [];
  for (const page of pages) {
    const canvas = createCanvas(Math.round(PAGE_WIDTH * scale), Math.round(PAGE_HEIGHT * scale));
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(scale, scale);
    for (const mark of page) drawMark(context, mark);
    pictures.push(await canvas.encode('jpeg', JPEG_QUALITY));
  }
  return pictures;
}

function drawMark(context: SKRSContext2D, mark: Mark): void {
  switch (mark.type) {
    case 'text':
      context.fillStyle = mark.color;
      context.font = `${mark.size}px "${RASTER_FONT_FAMILY}"`;
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
