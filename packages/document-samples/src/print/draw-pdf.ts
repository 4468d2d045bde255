import PDFDocument from 'pdfkit';
import { fontOf, type Typeface } from './font.ts';
import { type Mark, type Page, type Paper, PORTRAIT } from './page.ts';

/** Draws pages as a PDF with a text layer. The same pages and time give the same bytes. */
export async function drawPdf(
  pages: readonly Page[],
  at: Date,
  typeface: Typeface = 'gothic',
  paper: Paper = PORTRAIT,
): Promise<Buffer> {
  const pdf = emptyPdf(at, paper);
  // pdfkit takes a parsed font as well as its bytes; its types only know the bytes.
  pdf.font(fontOf(typeface) as unknown as PDFKit.Mixins.PDFFontSource);
  for (const page of pages) {
    pdf.addPage();
    for (const mark of page) {
      if (mark.type === 'text') drawText(pdf, mark);
      else drawShape(pdf, mark);
    }
  }
  return finish(pdf);
}

/** A PDF that holds one picture per page and no text. */
export async function drawPicturePdf(
  pictures: readonly Buffer[],
  at: Date,
  paper: Paper = PORTRAIT,
): Promise<Buffer> {
  const pdf = emptyPdf(at, paper);
  for (const picture of pictures) {
    // A photograph has another shape than the paper.
    const { width, height } = sizeOf(pdf, picture);
    const isPaper = Math.abs(height / width - paper.height / paper.width) < 0.01;
    const size: [number, number] = [paper.width, isPaper ? paper.height : (paper.width * height) / width];
    pdf.addPage({ size, margin: 0 });
    pdf.image(picture, 0, 0, { width: size[0], height: size[1] });
  }
  return finish(pdf);
}

/** Not in the types of pdfkit, but in its documentation. */
const sizeOf = (pdf: PDFKit.PDFDocument, picture: Buffer) =>
  (pdf as unknown as { openImage(src: Buffer): { width: number; height: number } }).openImage(picture);

export const emptyPdf = (at: Date, paper: Paper) =>
  new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    size: [paper.width, paper.height],
    // Originals name no producer.
    info: { Producer: '', Creator: '', CreationDate: at },
  });

function drawText(pdf: PDFKit.PDFDocument, mark: Extract<Mark, { type: 'text' }>): void {
  pdf
    .fillColor(mark.color)
    .fontSize(mark.size)
    .text(mark.text, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
}

export function drawShape(pdf: PDFKit.PDFDocument, mark: Exclude<Mark, { type: 'text' }>): void {
  if (mark.type === 'fill') {
    pdf.rect(mark.x, mark.y, mark.width, mark.height).fill(mark.color);
    return;
  }
  pdf
    .lineWidth(mark.width)
    .strokeColor(mark.color)
    .moveTo(mark.x1, mark.y1)
    .lineTo(mark.x2, mark.y2)
    .stroke();
}

export function finish(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}
