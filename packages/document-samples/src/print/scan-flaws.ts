import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawFrom } from '../random.ts';

/** What a scanner does to a page besides turning it. */
export interface Flaws {
  readonly grey: boolean;
  /** Standard deviation of the brightness of a pixel, of 255 levels. */
  readonly noise: number;
  /** Dust: dark dots per square centimetre. */
  readonly dust: number;
  /** How much darker one edge is than the other, of 255 levels: the lid was open, or a lamp stood aside. */
  readonly shade: number;
  /** Shares of red, green and blue that come through: lamps are not white. */
  readonly tint: readonly [number, number, number];
}

export const NO_FLAWS: Flaws = { grey: false, noise: 0, dust: 0, shade: 0, tint: [1, 1, 1] };

/** Works the flaws into what was drawn. The same seed gives the same noise. */
export function flaw(context: SKRSContext2D, flaws: Flaws & { readonly dpi: number }, seed: string): void {
  const { grey, noise, dust, shade, tint } = flaws;
  if (dust > 0) sprinkle(context, flaws, seed);
  if (!grey && noise === 0 && shade === 0 && tint.every((share) => share === 1)) return;
  const { width, height } = context.canvas;
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const level = noiseSource(seed, noise);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const change = level() - (shade * x) / width;
      let [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      if (grey) red = green = blue = 0.299 * red + 0.587 * green + 0.114 * blue;
      data[at] = red * tint[0] + change;
      data[at + 1] = green * tint[1] + change;
      data[at + 2] = blue * tint[2] + change;
    }
  }
  context.putImageData(image, 0, 0);
}

/** A table of normal numbers, walked through at random: a page has millions of pixels. */
function noiseSource(seed: string, deviation: number): () => number {
  if (deviation === 0) return () => 0;
  const draw = drawFrom(`noise:${seed}`);
  const table = Float32Array.from({ length: 4_099 }, () => {
    const sum = Array.from({ length: 12 }, () => draw.integer(0, 1_000_000) / 1_000_000).reduce(
      (a, b) => a + b,
      -6,
    );
    return sum * deviation;
  });
  let state = draw.integer(1, 0x7fffffff);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return table[(state >>> 8) % table.length] ?? 0;
  };
}

function sprinkle(
  context: SKRSContext2D,
  { dust, dpi }: Flaws & { readonly dpi: number },
  seed: string,
): void {
  const { width, height } = context.canvas;
  const draw = drawFrom(`dust:${seed}`);
  const squareCentimetres = (width / dpi) * (height / dpi) * 2.54 * 2.54;
  context.save();
  context.resetTransform();
  for (let count = Math.round(squareCentimetres * dust); count > 0; count -= 1) {
    context.fillStyle = draw.pick(['#222222', '#555555', '#888888']);
    const size = draw.integer(1, Math.max(1, Math.round(dpi / 100)));
    context.fillRect(draw.integer(0, width), draw.integer(0, height), size, size);
  }
  context.restore();
}
