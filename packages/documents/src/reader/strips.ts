import type { Sheet } from './sheet.ts';
import { heightOf, type TextBox } from './text-boxes.ts';

/** Lines of text, whatever cell they are from, one below the other on one picture. */
export interface Strip {
  /** The plainest format that recognition reads: nothing is packed, so nothing costs time or memory. */
  readonly pgm: Uint8Array;
  readonly slots: readonly Slot[];
}

export interface Slot {
  /** Which of the boxes stands here. */
  readonly box: number;
  /** From where to where down the strip. */
  readonly top: number;
  readonly bottom: number;
  /** Pixels of the strip per pixel of the page. */
  readonly scale: number;
}

/** Around each line, in pixels of the strip. */
export const MARGIN = 16;
/** Bounds the memory of one recognition. */
const STRIP_HEIGHT = 2_600;
/** Headings in larger letters are made as high as all others: recognition looks for lines of one height. */
const TALL = 1.2;

/**
 * @param scale pixels of the strip per pixel of the page, for lines of the usual height
 */
export function stripsOf(
  sheet: Sheet,
  boxes: readonly TextBox[],
  chosen: readonly number[],
  scale: number,
): Strip[] {
  const usual = medianHeight(boxes);
  const sized = chosen
    .flatMap((box) => {
      const place = boxes[box];
      if (!place) return [];
      const own = heightOf(place) > usual * TALL ? (scale * usual * TALL) / heightOf(place) : scale;
      return [{ box, place, scale: own, width: Math.ceil((place.right - place.left) * own) }];
    })
    // Lines of like length make narrow pictures.
    .sort((a, b) => b.width - a.width);
  const strips: Strip[] = [];
  let slots: (Slot & { place: TextBox })[] = [];
  let down = MARGIN;
  const close = () => {
    if (slots.length > 0) strips.push({ pgm: drawn(sheet, slots, down), slots });
    slots = [];
    down = MARGIN;
  };
  for (const { box, place, scale: own } of sized) {
    const bottom = down + Math.ceil(heightOf(place) * own);
    slots.push({ box, place, top: down, bottom, scale: own });
    down = bottom + MARGIN * 2;
    if (down > STRIP_HEIGHT) close();
  }
  close();
  return strips;
}

function drawn(sheet: Sheet, slots: readonly (Slot & { place: TextBox })[], height: number): Uint8Array {
  const width =
    Math.max(...slots.map(({ place, scale }) => Math.ceil((place.right - place.left) * scale))) + 2 * MARGIN;
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const pgm = new Uint8Array(head.length + width * height).fill(255);
  pgm.set(head);
  for (const { place, top, bottom, scale } of slots)
    for (let y = top; y < bottom; y++) {
      const fromY = Math.min(place.bottom - 1, place.top + (y - top) / scale);
      const to = head.length + y * width + MARGIN;
      const count = Math.ceil((place.right - place.left) * scale);
      for (let x = 0; x < count; x++)
        pgm[to + x] = levelAt(sheet, Math.min(place.right - 1, place.left + x / scale), fromY);
    }
  return pgm;
}

/** Between the pixels. */
function levelAt({ levels, width, height }: Sheet, x: number, y: number): number {
  const left = Math.min(width - 2, Math.floor(x));
  const top = Math.min(height - 2, Math.floor(y));
  const [h, v] = [x - left, y - top];
  const at = top * width + left;
  return (
    ((levels[at] ?? 255) * (1 - h) + (levels[at + 1] ?? 255) * h) * (1 - v) +
    ((levels[at + width] ?? 255) * (1 - h) + (levels[at + width + 1] ?? 255) * h) * v
  );
}

function medianHeight(boxes: readonly TextBox[]): number {
  const sorted = boxes.map(heightOf).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
