import { certificateOf, type Printing } from './certificate.ts';
import { drawPdf, drawPicturePdf } from './draw-pdf.ts';
import { drawScan } from './draw-scan.ts';
import { measureText } from './font.ts';
import { layOut } from './layout.ts';
import type { Page } from './page.ts';
import type { Register } from './register.ts';

/** The pages of a certificate: what its PDF shows, line by line. */
export function certificatePages(register: Register, printing: Printing): readonly Page[] {
  return layOut(certificateOf(register, printing), measureText);
}

/** The PDF of a certificate: with a text layer, or as a scan (pictures only). */
export async function printCertificate(
  register: Register,
  printing: Printing,
  form: 'text' | 'scan',
): Promise<Buffer> {
  const pages = certificatePages(register, printing);
  if (form === 'text') return drawPdf(pages, printing.viewedAt);
  return drawPicturePdf(await drawScan(pages), printing.viewedAt);
}
