import PDFDocument from 'pdfkit';
import { certificateFont } from './font.ts';
import { type Mark, PAGE_HEIGHT, PAGE_WIDTH, type Page } from './page.ts';

/** Draws pages as a PDF with a text layer. The same pages and time give the same bytes. */
export async function drawPdf(pages: readonly Page[], at: Date): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    size: [PAGE_WIDTH, PAGE_HEIGHT],
    info: plainInfo(at),
  });
  // pdfkit takes a parsed font as well as its bytes; its types only know the bytes.
  pdf.font(certificateFont() as unknown as PDFKit.Mixins.PDFFontSource);
  for (const page of pages) {
    pdf.addPage();
    for (const mark of page) drawMark(pdf, mark);
  }
  return finish(pdf);
}

/** A PDF that holds one picture per page and no text. */
export async function drawPicturePdf(pictures: readonly Buffer[], at: Date): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    size: [PAGE_WIDTH, PAGE_HEIGHT],
    info: plainInfo(at),
  });
  for (const picture of pictures) {
    pdf.addPage();
    pdf.image(picture, 0, 0, { width: PAGE_WIDTH, height: PAGE_HEIGHT });
  }
  return finish(pdf);
}

/** Originals name no producer. */
const plainInfo = (at: Date) => ({ Producer: '', Creator: '', CreationDate: at });

function drawMark(pdf: PDFKit.PDFDocument, mark: Mark): void {
  switch (mark.type) {
    case 'text':
      pdf
        .fillColor(mark.color)
        .fontSize(mark.size)
        .text(mark.text, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
      return;
    case 'line':
      pdf
        .lineWidth(mark.width)
        .strokeColor(mark.color)
        .moveTo(mark.x1, mark.y1)
        .lineTo(mark.x2, mark.y2)
        .stroke();
      return;
    case 'fill':
      pdf.rect(mark.x, mark.y, mark.width, mark.height).fill(mark.color);
      return;
  }
}

function finish(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}
