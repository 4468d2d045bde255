import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';

export interface Recogniser {
  textOf(picture: Uint8Array): Promise<string>;
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
    async textOf(picture) {
      const { data } = await worker.recognize(Buffer.from(picture));
      return data.text;
    },
    async close() {
      await worker.terminate();
    },
  };
}
