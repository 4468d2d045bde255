import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageLayout } from '../layout/page-layout.ts';
import { pdfLayout } from '../layout/pdf-layout.ts';
import { UnreadableDocumentError } from '../reading-errors.ts';
import { linesOf, type TextRun } from './lines.ts';
import { type CanvasLike, sheetUnlessBlank } from './picture.ts';
import type { Sheet } from './sheet.ts';

interface Pdf {
  pageCount: number;
  /** Text layer of a page, in reading order. */
  textOf(index: number): Promise<string>;
  /** Where everything on a page stands; its characters are missing where there is no text layer. */
  layoutOf(index: number): Promise<PageLayout>;
  /** The page as pixels for recognition; null when nothing is drawn on it. */
  sheetOf(index: number, pixelsMax: number): Promise<Sheet | null>;
}

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string): string => `${join(PDFJS, name)}/`;

/** Recognition was measured at 300: 0.2–1 % wrong characters; 200 loses small print. */
const RECOGNITION_DPI = 300;
const POINTS_PER_INCH = 72;
/** Readers of PDF look for the end mark here; a file without it lost its tail, and pages with it. */
const END_MARK_WITHIN_BYTES = 4096;

/** @throws UnreadableDocumentError ENCRYPTED or BROKEN; from every method too */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const tail = Buffer.from(bytes.subarray(-END_MARK_WITHIN_BYTES));
  if (!tail.includes('%%EOF')) throw new UnreadableDocumentError('BROKEN');
  const document = await open(bytes);
  return {
    pageCount: document.numPages,
    textOf: (index) => orBroken(() => textOf(document, index)),
    layoutOf: (index) => orBroken(() => layoutOf(document, index)),
    sheetOf: (index, pixelsMax) => orBroken(() => sheetOf(document, index, pixelsMax)),
  };
}

async function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      // pdfjs takes the buffer over, and the message's buffer may be shared.
      data: new Uint8Array(bytes),
      cMapUrl: folder('cmaps'),
      standardFontDataUrl: folder('standard_fonts'),
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      // A page half read would be a debt overlooked: an error is better than a guess.
      stopAtErrors: true,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    throw new UnreadableDocumentError(isPasswordNeeded(error) ? 'ENCRYPTED' : 'BROKEN');
  }
}

/** pdfjs names this error but does not export its class. */
const isPasswordNeeded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

async function orBroken<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    console.error(error);
    throw new UnreadableDocumentError('BROKEN');
  }
}

async function textOf(document: PDFDocumentProxy, index: number): Promise<string> {
  const page = await document.getPage(index + 1);
  const content = await page.getTextContent({ disableNormalization: false });
  const runs: TextRun[] = [];
  for (const item of content.items) {
    if (!('str' in item)) continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
    const level = a > 0 && Math.abs(b) < a * 0.05;
    runs.push({ text: item.str, x, y, width: item.width, size, level });
  }
  page.cleanup();
  return linesOf(runs);
}

async function layoutOf(document: PDFDocumentProxy, index: number): Promise<PageLayout> {
  const page = await document.getPage(index + 1);
  const layout = await pdfLayout(page);
  page.cleanup();
  return layout;
}

async function sheetOf(document: PDFDocumentProxy, index: number, pixelsMax: number): Promise<Sheet | null> {
  const page = await document.getPage(index + 1);
  const natural = page.getViewport({ scale: 1 });
  const fits = Math.sqrt(pixelsMax / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(RECOGNITION_DPI / POINTS_PER_INCH, fits) });
  const factory = document.canvasFactory as CanvasFactory;
  const drawn = factory.create(
    Math.max(1, Math.floor(viewport.width)),
    Math.max(1, Math.floor(viewport.height)),
  );
  await page.render({ canvas: drawn.canvas, canvasContext: drawn.context, viewport, background: 'white' })
    .promise;
  const sheet = sheetUnlessBlank(drawn.canvas);
  factory.destroy(drawn);
  page.cleanup();
  return sheet;
}

/** pdfjs' own canvases on Node come from @napi-rs/canvas, but its types speak of the browser's. */
interface CanvasFactory {
  create(width: number, height: number): Drawn;
  destroy(drawn: Drawn): void;
}
interface Drawn {
  canvas: CanvasLike;
  context: unknown;
}
