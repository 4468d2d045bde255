import { createCanvas, loadImage } from '@napi-rs/canvas';
import { fileKind } from '../file-kind.ts';
import { UnreadableDocumentError } from '../reading-errors.ts';

/** The part of @napi-rs/canvas' canvas that is used here; pdfjs carries its own copy of the library. */
export interface CanvasLike {
  readonly width: number;
  readonly height: number;
  /** RGBA rows. */
  data(): Uint8Array;
  encode(format: 'png'): Promise<Uint8Array>;
}

/** PNG of what was drawn, or null when every pixel is the same: an empty page is nothing to recognise. */
export async function encodeUnlessBlank(canvas: CanvasLike): Promise<Uint8Array | null> {
  const bytes = canvas.data();
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const first = pixels[0];
  if (pixels.every((pixel) => pixel === first)) return null;
  return canvas.encode('png');
}

/** A PNG or JPEG upload as a picture for recognition, on white and within the pixel limit. */
export async function pictureOf(bytes: Uint8Array, pixelsMax: number): Promise<Uint8Array> {
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
  const picture = await encodeUnlessBlank(canvas);
  if (!picture) throw new UnreadableDocumentError('EMPTY');
  return picture;
}

/** Decoders fill the missing part of a cut picture with one colour, and what stood there would be lost in silence. */
function hasItsEnd(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-END_MARK_WITHIN_BYTES));
  return tail.includes(fileKind(bytes) === 'image/png' ? 'IEND' : JPEG_END);
}

/** Cameras append their own notes after the end. */
const END_MARK_WITHIN_BYTES = 64 * 1024;
const JPEG_END = Buffer.from([0xff, 0xd9]);
