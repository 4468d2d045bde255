import { fileKind } from '../file-kind.ts';
import { emptyLayout, type PageLayout } from '../layout/page-layout.ts';
import type { ReadingLimits } from '../limits.ts';
import { UnreadableDocumentError } from '../reading-errors.ts';
import { openPdf } from './pdf.ts';
import { pictureOf } from './picture.ts';
import { openRecogniser, type Recogniser } from './recognise.ts';
import { cleanText, isUsableText } from './text.ts';

interface Reading {
  pages: string[];
  method: 'TEXT_LAYER' | 'OCR';
  layouts: PageLayout[];
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
      : await readPicture(bytes, limits);
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

  let method: Reading['method'] = 'TEXT_LAYER';
  let recogniser: Recogniser | null = null;
  for (const index of unread) {
    const picture = await pdf.pictureOf(index, limits.pagePixels);
    await onPage();
    if (!picture) continue;
    recogniser ??= await openRecogniser();
    const text = cleanText(await recogniser.textOf(picture));
    await onPage();
    if (text === '') continue;
    pages[index] = text;
    method = 'OCR';
  }
  await recogniser?.close();
  return { pages, method, layouts };
}

async function readPicture(bytes: Uint8Array, limits: ReadingLimits): Promise<Reading> {
  const picture = await pictureOf(bytes, limits.pagePixels);
  const recogniser = await openRecogniser();
  const text = cleanText(await recogniser.textOf(picture));
  await recogniser.close();
  return { pages: [text], method: 'OCR', layouts: [{ ...emptyLayout(1, 1), method: 'OCR' }] };
}
