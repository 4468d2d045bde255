import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { create, type Font } from 'fontkit';
import type { Measure } from './page.ts';

/** Originals are set in 바탕체, a face with serifs; much else that goes around is without. */
export type Typeface = 'gothic' | 'batang';

const FILES: Readonly<Record<Typeface, string>> = {
  gothic: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  batang: '@expo-google-fonts/gowun-batang/400Regular/GowunBatang_400Regular.ttf',
};

const require = createRequire(import.meta.url);

/** Each typeface is parsed once per process: parsing megabytes for each document would cost more than drawing it. */
const parsed = new Map<Typeface, Font>();

export function fontOf(typeface: Typeface): Font {
  const known = parsed.get(typeface);
  if (known) return known;
  const file = require.resolve(FILES[typeface]);
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts, one font was expected`);
  const plain = unshaped(font);
  parsed.set(typeface, plain);
  return plain;
}

/**
 * The font with one glyph for each letter, as wide as the letter is. Precomposed Hangul needs no shaping, and
 * the general shaper costs as much again as all the rest of drawing a certificate.
 */
function unshaped(font: Font): Font {
  const layout = (text: string) => {
    const glyphs = Array.from(text, (letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return {
      glyphs,
      positions,
      advanceWidth: glyphs.reduce((width, glyph) => width + glyph.advanceWidth, 0),
    };
  };
  return Object.create(font, { layout: { value: layout } });
}

const registered = new Set<Typeface>();

/** Makes the typeface known to the canvas, under a name no system font has. */
export function rasterFamily(typeface: Typeface): string {
  const family = `Certificate ${typeface}`;
  if (!registered.has(typeface)) GlobalFonts.registerFromPath(require.resolve(FILES[typeface]), family);
  registered.add(typeface);
  return family;
}

const widths: Readonly<Record<Typeface, Map<string, number>>> = { gothic: new Map(), batang: new Map() };

/** Sum of the letters' advances: exactly what the PDF draws. */
export const measureWith =
  (typeface: Typeface): Measure =>
  (text, size) => {
    const font = fontOf(typeface);
    const known = widths[typeface];
    let units = 0;
    for (const letter of text) {
      let width = known.get(letter);
      if (width === undefined) {
        width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth;
        // The whole of Hangul plus Latin is about 12,000 letters; beyond that somebody feeds us noise.
        if (known.size < 20_000) known.set(letter, width);
      }
      units += width;
    }
    return (units / font.unitsPerEm) * size;
  };
