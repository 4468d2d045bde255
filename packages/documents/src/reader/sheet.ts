/** A page in pixels: how light each one is, and which are red. Colours beyond that mean nothing on these documents. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** 0 black – 255 white. */
  readonly levels: Uint8Array;
  /** 1 where the page is red. */
  readonly red: Uint8Array;
}

/** JPEG blurs colours over two pixels, so a thin red line is rather pink. */
const RED_OVER = 45;

/** @param rgba rows of four bytes a pixel */
export function sheetOf(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Sheet {
  const levels = new Uint8Array(width * height);
  const red = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < levels.length; index++, at += 4) {
    const r = rgba[at] ?? 255;
    const g = rgba[at + 1] ?? 255;
    const b = rgba[at + 2] ?? 255;
    levels[index] = (r * 77 + g * 151 + b * 28) >> 8;
    if (r - g > RED_OVER && r - b > RED_OVER) red[index] = 1;
  }
  return { width, height, levels, red };
}

/** Side of the squares in which the lightness of the paper is measured. */
const SQUARE = 64;
/** Share of a square's pixels that are darker than its paper, at most: the grey band of headings fills whole squares. */
const PAPER_RANK = 0.9;

/** The watermark and the grey of headings are lighter than this. */
const WHITE_ENOUGH = 205;

/** Makes the paper white everywhere, in place: shadows and yellow lamps go, letters stay. */
export function whitenPaper({ width, height, levels }: Sheet): void {
  const across = Math.ceil(width / SQUARE);
  const down = Math.ceil(height / SQUARE);
  const paper = new Float32Array(across * down);
  const counts = new Uint32Array(256);
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      counts.fill(0);
      let pixels = 0;
      for (let y = row * SQUARE; y < Math.min(height, (row + 1) * SQUARE); y++)
        for (let x = column * SQUARE; x < Math.min(width, (column + 1) * SQUARE); x++) {
          const level = levels[y * width + x] ?? 255;
          counts[level] = (counts[level] ?? 0) + 1;
          pixels++;
        }
      let level = 0;
      for (let seen = 0; level < 255; level++) {
        seen += counts[level] ?? 0;
        if (seen >= pixels * PAPER_RANK) break;
      }
      paper[row * across + column] = Math.max(level, 1);
    }
  if (paper.every((level) => level >= WHITE_ENOUGH)) return;
  for (let y = 0; y < height; y++) {
    const fromTop = Math.min(down - 1, Math.max(0, y / SQUARE - 0.5));
    const above = Math.floor(fromTop);
    const below = Math.min(down - 1, above + 1);
    const v = fromTop - above;
    for (let x = 0; x < width; x++) {
      const fromLeft = Math.min(across - 1, Math.max(0, x / SQUARE - 0.5));
      const left = Math.floor(fromLeft);
      const right = Math.min(across - 1, left + 1);
      const h = fromLeft - left;
      const light =
        ((paper[above * across + left] ?? 255) * (1 - h) + (paper[above * across + right] ?? 255) * h) *
          (1 - v) +
        ((paper[below * across + left] ?? 255) * (1 - h) + (paper[below * across + right] ?? 255) * h) * v;
      const index = y * width + x;
      levels[index] = Math.min(255, ((levels[index] ?? 255) * 255) / light);
    }
  }
}

/** The page turned clockwise about its middle; what comes in from outside is white. */
export function turned({ width, height, levels, red }: Sheet, degrees: number): Sheet {
  const out = { levels: new Uint8Array(width * height).fill(255), red: new Uint8Array(width * height) };
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [width / 2, height / 2];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = (x - middleX) * cos + (y - middleY) * sin + middleX;
      const fromY = (y - middleY) * cos - (x - middleX) * sin + middleY;
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const h = fromX - left;
      const v = fromY - top;
      const at = top * width + left;
      out.levels[y * width + x] =
        ((levels[at] ?? 0) * (1 - h) + (levels[at + 1] ?? 0) * h) * (1 - v) +
        ((levels[at + width] ?? 0) * (1 - h) + (levels[at + width + 1] ?? 0) * h) * v;
      const nearest = (v < 0.5 ? at : at + width) + (h < 0.5 ? 0 : 1);
      out.red[y * width + x] = red[nearest] ?? 0;
    }
  return { width, height, ...out };
}
