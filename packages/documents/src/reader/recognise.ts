import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import type { Glyph } from '../layout/page-layout.ts';

export interface Recognised {
  readonly text: string;
  /** In pixels of the picture. */
  readonly glyphs: Glyph[];
}

export interface Recogniser {
  read(picture: Uint8Array): Promise<Recognised>;
  close(): Promise<void>;
}

const LANGUAGE_DATA = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/kor/package.json')),
  '4.0.0',
);

/** Starts Korean recognition from the data that came with the package: nothing is downloaded or cached. */
export async function openRecogniser(): Promise<Recogniser> {
  const worker = await createWorker('kor', OEM.LSTM_ONLY, {
    langPath: LANGUAGE_DATA,
    gzip: true,
    cacheMethod: 'none',
  });
  // One column of lines of varying size. The default (3) looks for blocks and dropped whole lines of registers.
  // Spaces as seen: otherwise a space is put after nearly every Hangul syllable.
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_COLUMN,
    user_defined_dpi: '300',
    preserve_interword_spaces: '1',
  });
  return {
    async read(picture) {
      const { data } = await worker.recognize(Buffer.from(picture), {}, { text: true, blocks: true });
      return { text: data.text, glyphs: (data.blocks ?? []).flatMap(glyphsIn) };
    },
    async close() {
      await worker.terminate();
    },
  };
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface Block {
  paragraphs: {
    lines: {
      bbox: Box;
      baseline: Box;
      words: { text: string; confidence: number; bbox: Box; symbols: { text: string; bbox: Box }[] }[];
    }[];
  }[];
}

function glyphsIn(block: Block): Glyph[] {
  const glyphs: Glyph[] = [];
  for (const { lines } of block.paragraphs)
    for (const { words, baseline } of lines) {
      const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
      const heights = words.map((word) => word.bbox.y1 - word.bbox.y0).sort((a, b) => a - b);
      const size = Math.max(4, heights[heights.length >> 1] ?? 4);
      for (const word of words) {
        const middle = (word.bbox.x0 + word.bbox.x1) / 2;
        const own = baseline.y0 + (middle - baseline.x0) * slope;
        for (const symbol of word.symbols) {
          const text = symbol.text.trim();
          if (text === '') continue;
          glyphs.push({
            text,
            left: symbol.bbox.x0,
            right: symbol.bbox.x1,
            baseline: Number.isFinite(own) ? own : word.bbox.y1,
            size,
            confidence: word.confidence / 100,
          });
        }
      }
    }
  return glyphs;
}
