import type { Raster } from './raster.ts';

/** A picture without colours, one byte a pixel. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
}

export function greyOf({ width, height, rgba }: Raster): Grey {
  const levels = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < levels.length; index++, at += 4)
    levels[index] = ((rgba[at] ?? 0) * 77 + (rgba[at + 1] ?? 0) * 151 + (rgba[at + 2] ?? 0) * 28) >> 8;
  return { width, height, levels };
}

/** The same picture smaller, between its pixels. */
export function shrunk({ width, height, levels }: Grey, by: number): Grey {
  const small = { width: Math.floor(width * by), height: Math.floor(height * by) };
  const out = new Uint8Array(small.width * small.height);
  for (let y = 0; y < small.height; y++) {
    const from = y / by;
    const top = Math.min(height - 2, Math.floor(from));
    const down = from - top;
    for (let x = 0; x < small.width; x++) {
      const across = x / by;
      const left = Math.min(width - 2, Math.floor(across));
      const right = across - left;
      const at = top * width + left;
      const above = (levels[at] ?? 0) * (1 - right) + (levels[at + 1] ?? 0) * right;
      const below = (levels[at + width] ?? 0) * (1 - right) + (levels[at + width + 1] ?? 0) * right;
      out[y * small.width + x] = above * (1 - down) + below * down;
    }
  }
  return { ...small, levels: out };
}

/** The plainest format that recognition reads: nothing is packed, so nothing costs time or memory. */
export function pgmOf({ width, height, levels }: Grey): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const bytes = new Uint8Array(head.length + levels.length);
  bytes.set(head);
  bytes.set(levels, head.length);
  return bytes;
}
