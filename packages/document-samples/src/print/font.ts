import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { create, type Font } from 'fontkit';
import type { Measure } from './page.ts';

const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
);
export const RASTER_FONT_FAMILY = 'Certificate Noto Sans KR';

/** The typeface of certificates, parsed once per process: parsing 6 MB for each certificate would cost more than drawing it. */
let parsed: Font | undefined;

export function certificateFont(): Font {
  if (!parsed) {
    const font = create(readFileSync(FONT_FILE));
    if (!('layout' in font)) throw new Error(`${FONT_FILE} is a collection of fonts, one font was expected`);
    parsed = unshaped(font);
  }
  return parsed;
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

let registered = false;

/** Makes the typeface known to the canvas, under a name no system font has. */
export function registerRasterFont(): void {
  if (registered) return;
  GlobalFonts.registerFromPath(FONT_FILE, RASTER_FONT_FAMILY);
  registered = true;
}

const widths = new Map<string, number>();

/** Sum of the letters' advances: exactly what the PDF draws. */
export const measureText: Measure = (text, size) => {
  const font = certificateFont();
  let units = 0;
  for (const letter of text) {
    let width = widths.get(letter);
    if (width === undefined) {
      width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth;
      // The whole of Hangul plus Latin is about 12,000 letters; beyond that somebody feeds us noise.
      if (widths.size < 20_000) widths.set(letter, width);
    }
    units += width;
  }
  return (units / font.unitsPerEm) * size;
};
