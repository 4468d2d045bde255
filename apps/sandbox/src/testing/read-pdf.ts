import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPage {
  /** All text in stream order, without spaces. */
  readonly letters: string;
  /** Sizes of the pictures on the page, in pixels. */
  readonly pictures: readonly (readonly [number, number])[];
}

/** Reads a PDF as a reader would: its text layer and its pictures. */
export async function readPdf(bytes: Uint8Array): Promise<readonly ReadPage[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    const operators = await page.getOperatorList();
    pages.push({
      letters: content.items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s+/gu, ''),
      pictures: operators.fnArray.flatMap((operation, index) => {
        const [, width, height] = operators.argsArray[index] ?? [];
        return operation === OPS.paintImageXObject ? [[Number(width), Number(height)] as const] : [];
      }),
    });
  }
  await task.destroy();
  return pages;
}
