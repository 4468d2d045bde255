import type { Sheet } from './sheet.ts';
import { spotsIn } from './spots.ts';
import { heightOf, type TextBox } from './text-boxes.ts';

/** How far back from the end of a line the sign may begin, in heights of the line. */
const SIGN_WIDTH = 1.4;

/**
 * Where a line of text ends in `㎡`: the left edge of the sign; null when it does not. Recognition knows no such letter, and
 * takes it for another digit of the number before it.
 */
export function squareMetresAt(sheet: Sheet, box: TextBox): number | null {
  const height = heightOf(box);
  const left = Math.max(box.left, Math.floor(box.right - height * SIGN_WIDTH));
  const spots = [...spotsIn(sheet, { ...box, left })].filter((spot) => heightOf(spot) > height * 0.12);
  const share = (pixels: number) => pixels / height;
  // The small 2 is the last thing on the line, in its upper half.
  const two = spots.find((spot) => spot.right >= box.right - 2);
  if (!two || share(two.bottom - box.top) > 0.68) return null;
  if (!isWithin(share(heightOf(two)), 0.2, 0.6) || share(two.right - two.left) < 0.15) return null;
  // The m: low, wider than any digit, the 2 beside its right end or over it, and nothing else.
  const m = spots
    .filter(
      (spot) => spot !== two && share(spot.right - spot.left) > 0.4 && share(spot.top - box.top) >= 0.18,
    )
    .sort((a, b) => b.right - a.right)[0];
  if (!m || share(box.bottom - m.bottom) > 0.3 || share(two.left - m.right) > 0.3) return null;
  const isBeside = two.left >= m.right - height * 0.1;
  const isOver = two.bottom <= m.top + height * 0.12 && two.left > (m.left + m.right) / 2;
  if (!isBeside && !isOver) return null;
  const others = spots.filter((spot) => spot !== m && spot !== two && spot.right > m.left + height * 0.1);
  return others.length === 0 ? m.left : null;
}

const isWithin = (value: number, from: number, to: number): boolean => value >= from && value <= to;
