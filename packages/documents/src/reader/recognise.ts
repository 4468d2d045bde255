import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import type { Glyph } from '../layout/page-layout.ts';
import { MARGIN, type Slot, type Strip } from './strips.ts';
import { heightOf, type TextBox } from './text-boxes.ts';

/** What one line of text was taken for, letter by letter, in pixels of the page. */
export type LineReading = Glyph[];

export interface Recogniser {
  /**
   * Reads lines that stand one below the other; by the number of the box. A line that is not there was not read.
   */
  read(strip: Strip, boxes: readonly TextBox[]): Promise<Map<number, LineReading>>;
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
  // Spaces as seen: otherwise a space is put after nearly every Hangul syllable.
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    user_defined_dpi: '300',
    preserve_interword_spaces: '1',
  });
  return {
    async read({ pgm, slots }, boxes) {
      const { data } = await worker.recognize(Buffer.from(pgm.buffer), {}, { blocks: true });
      return readingsOf(data.blocks ?? [], slots, boxes);
    },
    async close() {
      await worker.terminate();
    },
  };
}

interface Span {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface Block {
  paragraphs: {
    lines: {
      bbox: Span;
      baseline: Span;
      words: { text: string; confidence: number; bbox: Span; symbols: { text: string; bbox: Span }[] }[];
    }[];
  }[];
}

function readingsOf(
  blocks: readonly Block[],
  slots: readonly Slot[],
  boxes: readonly TextBox[],
): Map<number, LineReading> {
  const readings = new Map<number, LineReading>();
  for (const { words, bbox } of blocks.flatMap((block) => block.paragraphs.flatMap(({ lines }) => lines))) {
    const middle = (bbox.y0 + bbox.y1) / 2;
    const slot = slots.find(({ top, bottom }) => middle >= top - MARGIN && middle < bottom + MARGIN);
    const box = slot && boxes[slot.box];
    if (!slot || !box) continue;
    const glyphs = words.flatMap((word) => word.symbols.map((symbol) => glyphOf(symbol, word, slot, box)));
    const inked = glyphs.filter(({ text }) => text !== '');
    if (inked.length > 0) readings.set(slot.box, [...(readings.get(slot.box) ?? []), ...inked]);
  }
  return readings;
}

const glyphOf = (
  { text, bbox }: { text: string; bbox: Span },
  { confidence }: { confidence: number },
  { scale }: Slot,
  box: TextBox,
): Glyph => ({
  text: text.trim(),
  left: box.left + (bbox.x0 - MARGIN) / scale,
  right: box.left + (bbox.x1 - MARGIN) / scale,
  // The letters of a line need not agree on where they stand.
  baseline: box.bottom,
  size: heightOf(box),
  confidence: Math.min(confidence / 100, 0.99),
});
