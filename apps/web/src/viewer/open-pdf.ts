import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { Word } from './find-words.ts';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** What papers in Korean may need besides themselves; each is fetched only when a file asks for it. */
const EXTRAS: Readonly<Record<string, () => Promise<unknown>>> = {
  // Encodings of Korean fonts that were not embedded.
  ...import.meta.glob('../../node_modules/pdfjs-dist/cmaps/{KSC,UniKS,Adobe-Korea}*.bcmap', {
    query: '?url',
    import: 'default',
  }),
  // Scanners compress black and white pages with JBIG2 or as faxes, and colours with JPEG 2000.
  ...import.meta.glob('../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url',
    import: 'default',
  }),
};

class ExtraFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const urlOf = Object.entries(EXTRAS).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (!urlOf) throw new Error(`not shipped: ${filename}`);
    const answer = await fetch(String(await urlOf()));
    if (!answer.ok) throw new Error(`${filename}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

export interface Paper {
  pages: number;
  /** The page's width divided by its height. */
  ratio: (page: number) => Promise<number>;
  /** Draws a page; the signal stops it. */
  draw: (page: number, canvas: HTMLCanvasElement, widthPx: number, signal: AbortSignal) => Promise<void>;
  /** The text of a page with its places; empty for scans. */
  words: (page: number) => Promise<Word[]>;
  close: () => void;
}

/**
 * Opens a PDF for looking at. Rendering happens in a worker, without `eval` and without scripts of the file.
 * @throws whatever pdf.js finds wrong with the file
 */
export async function openPdf(bytes: Uint8Array): Promise<Paper> {
  const loading = pdfjs.getDocument({
    // pdf.js takes the buffer over; the cached file stays whole.
    data: bytes.slice(),
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: ExtraFiles,
    cMapPacked: true,
  });
  const document = await loading.promise;
  return {
    pages: document.numPages,
    async ratio(number) {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
      return width / height;
    },
    async draw(number, canvas, widthPx, signal) {
      const page = await document.getPage(number);
      if (signal.aborted) return;
      const viewport = page.getViewport({ scale: widthPx / page.getViewport({ scale: 1 }).width });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport });
      const stop = () => drawing.cancel();
      signal.addEventListener('abort', stop, { once: true });
      try {
        await drawing.promise;
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async words(number) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      return items.flatMap((item): Word[] => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [left = 0, bottom = 0] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
        return [
          {
            text: item.str,
            left: left / viewport.width,
            top: (bottom - item.height) / viewport.height,
            width: item.width / viewport.width,
            height: item.height / viewport.height,
          },
        ];
      });
    },
    close: () => void loading.destroy(),
  };
}
