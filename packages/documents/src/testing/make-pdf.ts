import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { createCanvas, GlobalFonts, SvgExportFlag } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';

const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
);
const A4 = { width: 595, height: 842 };

/** A PDF as an office program writes it: each page's lines as text with an embedded Korean font. */
export function textPdf(
  pages: readonly string[][],
  options: { password?: string } = {},
): Promise<Uint8Array> {
  return write(options.password === undefined ? {} : { userPassword: options.password }, (pdf) => {
    pdf.font(readFileSync(FONT).buffer);
    for (const lines of pages) {
      pdf.addPage({ size: 'A4' }).fontSize(12);
      lines.forEach((line, index) => {
        pdf.text(line, 60, 60 + index * 24, { lineBreak: false });
      });
    }
  });
}

/** Pages that are nothing but a picture, as a scanner makes them. */
export function scanPdf(pages: readonly string[][], dpi = 200): Promise<Uint8Array> {
  return write({}, (pdf) => {
    for (const lines of pages)
      pdf.addPage({ size: 'A4', margin: 0 }).image(picture(lines, dpi), 0, 0, { width: A4.width });
  });
}

/** A page drawn with the outlines of its letters, as some print drivers do: neither text nor image. */
export function outlinePdf(lines: readonly string[]): Promise<Uint8Array> {
  GlobalFonts.registerFromPath(FONT, 'Korean');
  const canvas = createCanvas(A4.width, A4.height, SvgExportFlag.ConvertTextToPaths);
  const context = canvas.getContext('2d');
  context.font = '14px Korean';
  lines.forEach((line, index) => {
    context.fillText(line, 60, 60 + index * 28);
  });
  const shapes = [
    ...canvas
      .getContent()
      .toString()
      .matchAll(/<path\b[^>]*>/g),
  ].map(([tag]) => ({
    path: / d="([^"]+)"/.exec(tag)?.[1] ?? '',
    shift: /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(tag),
  }));
  return write({}, (pdf) => {
    pdf.addPage({ size: 'A4', margin: 0 });
    for (const { path, shift } of shapes) {
      pdf.save();
      if (shift) pdf.translate(Number(shift[1]), Number(shift[2]));
      pdf.path(path).fill('black').restore();
    }
  });
}

/** The same lines as a PNG. */
export function picture(lines: readonly string[], dpi = 200): Buffer {
  GlobalFonts.registerFromPath(FONT, 'Korean');
  const scale = dpi / 72;
  const canvas = createCanvas(Math.round(A4.width * scale), Math.round(A4.height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = `${Math.round(14 * scale)}px Korean`;
  lines.forEach((line, index) => {
    context.fillText(line, 60 * scale, (60 + index * 28) * scale);
  });
  return canvas.toBuffer('image/png');
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A one-page PDF around a hand-made content stream and page box, for hostile shapes. */
export function rawPdf(options: { content?: Buffer; mediaBox?: string; pageCount?: number }): Uint8Array {
  const { content = Buffer.from(' '), mediaBox = '[0 0 595 842]', pageCount = 1 } = options;
  const packed = deflateSync(content, { level: 9 });
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pageCount} /Kids [${'3 0 R '.repeat(pageCount)}] >>`),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents 4 0 R /Resources << /Font << /F1 ${HELVETICA} >> >> >>`,
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ];
  let file = Buffer.from('%PDF-1.7\n');
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(table + trailer)]);
}

type Pdf = InstanceType<typeof PDFDocument>;

function write(options: { userPassword?: string }, draw: (pdf: Pdf) => void): Promise<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    draw(pdf);
    pdf.end();
  });
}
