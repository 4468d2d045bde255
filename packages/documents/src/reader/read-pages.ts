import { fileKind } from '../file-kind.ts';
import { emptyLayout, type PageLayout } from '../layout/page-layout.ts';
import { isTableLine } from '../layout/segments.ts';
import type { ReadingLimits } from '../limits.ts';
import { UnreadableDocumentError } from '../reading-errors.ts';
import { openPdf } from './pdf.ts';
import { sheetOfPicture } from './picture.ts';
import { readPicture } from './read-picture.ts';
import { openRecogniser, type Recogniser } from './recognise.ts';
import { cleanText, isUsableText } from './text.ts';

interface Reading {
  pages: string[];
  method: 'TEXT_LAYER' | 'OCR';
  layouts: PageLayout[];
  /** The same pages recognised once more; null where nothing had to be recognised. */
  again: PageLayout[] | null;
}

/** Reads every page of a document in this process. `onPage` is awaited after each page. */
export async function readPages(
  bytes: Uint8Array,
  limits: ReadingLimits,
  onPage: () => Promise<void>,
): Promise<Reading> {
  const reading =
    fileKind(bytes) === 'application/pdf'
      ? await readPdf(bytes, limits, onPage)
      : await readUpload(bytes, limits, onPage);
  if (reading.pages.every((page) => page === '')) throw new UnreadableDocumentError('EMPTY');
  return reading;
}

async function readPdf(
  bytes: Uint8Array,
  limits: ReadingLimits,
  onPage: () => Promise<void>,
): Promise<Reading> {
  const pdf = await openPdf(bytes);
  if (pdf.pageCount === 0) throw new UnreadableDocumentError('EMPTY');
  if (pdf.pageCount > limits.textPages) throw new UnreadableDocumentError('TOO_MANY_PAGES');

  const pages: string[] = [];
  const layouts: PageLayout[] = [];
  /** Indexes of pages without usable text. Missing text alone decides: printed outlines are neither text nor image. */
  const unread: number[] = [];
  let characters = 0;
  for (let index = 0; index < pdf.pageCount; index++) {
    const text = cleanText(await pdf.textOf(index));
    characters += text.length;
    if (characters > limits.characters) throw new UnreadableDocumentError('TOO_LARGE');
    if (!isUsableText(text)) unread.push(index);
    pages.push(text);
    layouts.push(await pdf.layoutOf(index));
    await onPage();
  }
  if (unread.length > limits.ocrPages) throw new UnreadableDocumentError('TOO_MANY_PAGES');

  let recogniser: Recogniser | null = null;
  let again: PageLayout[] | null = null;
  for (const index of unread) {
    const sheet = await pdf.sheetOf(index, limits.pagePixels);
    await onPage();
    if (!sheet) continue;
    recogniser ??= await openRecogniser();
    const drawn = layouts[index] ?? emptyLayout(0, 0);
    const read = await readPicture(sheet, drawn, recogniser, onPage);
    freePictures();
    const text = cleanText(read.text);
    if (text === '') continue;
    pages[index] = text;
    again ??= [...layouts];
    layouts[index] = withDrawnLines(read.layout, drawn);
    again[index] = withDrawnLines(read.again, drawn);
  }
  await recogniser?.close();
  return { pages, method: again ? 'OCR' : 'TEXT_LAYER', layouts, again };
}

/** Pixels live outside the heap, so the collector sees no reason to hurry; the reading process lets us call it. */
const freePictures = (): void => (globalThis as { gc?: () => void }).gc?.();

/** Outlined letters are no text, but the lines between them are still lines, and sharper than their picture. */
function withDrawnLines(read: PageLayout, drawn: PageLayout): PageLayout {
  const levels = drawn.levels.filter(isTableLine);
  const uprights = drawn.uprights.filter(isTableLine);
  return {
    ...read,
    strikes: drawn.strikes.length > 0 ? drawn.strikes : read.strikes,
    levels: levels.length > 0 ? levels : read.levels,
    uprights: uprights.length > 0 ? uprights : read.uprights,
  };
}

async function readUpload(
  bytes: Uint8Array,
  limits: ReadingLimits,
  onPage: () => Promise<void>,
): Promise<Reading> {
  const sheet = await sheetOfPicture(bytes, limits.pagePixels);
  const recogniser = await openRecogniser();
  const read = await readPicture(sheet, null, recogniser, onPage);
  await recogniser.close();
  return { pages: [cleanText(read.text)], method: 'OCR', layouts: [read.layout], again: [read.again] };
}
