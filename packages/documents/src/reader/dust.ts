import type { Sheet } from './sheet.ts';
import { spotsIn } from './spots.ts';
import type { TextBox } from './text-boxes.ts';

/** Points of decimals are about as large: a dot counts as dust only where nothing larger is near. */
const DUST_POINTS = 1.3;
/** Side of the squares by which nearness is told, in points: a letter is twice as wide. */
const SQUARE_POINTS = 4;

/** Wipes dots off the paper between the lines of text, in place. */
export function dustOff(sheet: Sheet, perPoint: number): void {
  const { levels, width, height } = sheet;
  const square = Math.max(1, Math.round(SQUARE_POINTS * perPoint));
  const across = Math.ceil(width / square) + 2;
  const lettered = new Uint8Array(across * (Math.ceil(height / square) + 2));
  const dots: TextBox[] = [];
  for (const spot of spotsIn(sheet, { left: 0, top: 0, right: width, bottom: height })) {
    const side = Math.max(spot.right - spot.left, spot.bottom - spot.top);
    if (side <= DUST_POINTS * perPoint) {
      dots.push(spot);
      continue;
    }
    for (let y = Math.floor(spot.top / square); y <= Math.floor((spot.bottom - 1) / square); y++)
      for (let x = Math.floor(spot.left / square); x <= Math.floor((spot.right - 1) / square); x++)
        lettered[(y + 1) * across + x + 1] = 1;
  }
  for (const dot of dots) {
    const at = (Math.floor(dot.top / square) + 1) * across + Math.floor(dot.left / square) + 1;
    const isNearLetter = [-across, 0, across].some(
      (row) => lettered[at + row - 1] || lettered[at + row] || lettered[at + row + 1],
    );
    if (isNearLetter) continue;
    for (let y = Math.max(0, dot.top - 1); y < Math.min(height, dot.bottom + 1); y++)
      levels.fill(255, y * width + Math.max(0, dot.left - 1), y * width + Math.min(width, dot.right + 1));
  }
}
