import { INK } from './picture-lines.ts';
import type { Sheet } from './sheet.ts';
import type { TextBox } from './text-boxes.ts';

/** Patches of ink within a part of the page: pixels that touch each other. */
export function* spotsIn({ levels, width }: Sheet, area: TextBox): Generator<TextBox> {
  const across = area.right - area.left;
  const seen = new Uint8Array(across * (area.bottom - area.top));
  const isInk = (x: number, y: number) => (levels[y * width + x] ?? 255) < INK;
  const open: number[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isInk(area.left + (start % across), area.top + Math.floor(start / across))) continue;
    const spot = { left: area.right, top: area.bottom, right: 0, bottom: 0 };
    seen[start] = 1;
    open.push(start);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = area.left + (at % across);
      const y = area.top + Math.floor(at / across);
      spot.left = Math.min(spot.left, x);
      spot.right = Math.max(spot.right, x + 1);
      spot.top = Math.min(spot.top, y);
      spot.bottom = Math.max(spot.bottom, y + 1);
      for (let nextY = Math.max(area.top, y - 1); nextY <= Math.min(area.bottom - 1, y + 1); nextY++)
        for (let nextX = Math.max(area.left, x - 1); nextX <= Math.min(area.right - 1, x + 1); nextX++) {
          const next = (nextY - area.top) * across + nextX - area.left;
          if (seen[next] || !isInk(nextX, nextY)) continue;
          seen[next] = 1;
          open.push(next);
        }
    }
    yield spot;
  }
}
