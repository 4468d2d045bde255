import { createCanvas, loadImage } from '@napi-rs/canvas';
import { fileKind } from '../file-kind.ts';
import { UnreadableDocumentError } from '../reading-errors.ts';
import { type Sheet, sheetOf } from './sheet.ts';

/** The part of @napi-rs/canvas' canvas that is used here; pdfjs carries its own copy of the library. */
export interface CanvasLike {
  readonly width: number;
  readonly height: number;
  /** RGBA rows. */
  data(): Uint8Array;
}

/** What was drawn, or null when every pixel is the same: an empty page is nothing to recognise. */
export function sheetUnlessBlank(canvas: CanvasLike): Sheet | null {
  const rgba = canvas.data();
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  const first = pixels[0];
  if (pixels.every((pixel) => pixel === first)) return null;
  return sheetOf(canvas.width, canvas.height, rgba);
}

/** A PNG or JPEG upload, on white and within the pixel limit. */
export async function sheetOfPicture(bytes: Uint8Array, pixelsMax: number): Promise<Sheet> {
  if (!hasItsEnd(bytes)) throw new UnreadableDocumentError('BROKEN');
  const image = await loadImage(bytes).catch(() => {
    throw new UnreadableDocumentError('BROKEN');
  });
  if (image.width * image.height > pixelsMax) throw new UnreadableDocumentError('TOO_LARGE');
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  const sheet = sheetUnlessBlank(canvas);
  // Gives its memory back now; the collector does not know how large it is.
  canvas.width = canvas.height = 0;
  if (!sheet) throw new UnreadableDocumentError('EMPTY');
  return sheet;
}

/** Decoders fill the missing part of a cut picture with one colour, and what stood there would be lost in silence. */
function hasItsEnd(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-END_MARK_WITHIN_BYTES));
  return tail.includes(fileKind(bytes) === 'image/png' ? 'IEND' : JPEG_END);
}

/** Cameras append their own notes after the end. */
const END_MARK_WITHIN_BYTES = 64 * 1024;
const JPEG_END = Buffer.from([0xff, 0xd9]);
