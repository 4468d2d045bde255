import { certificateOf, type Printing } from '../certificate/certificate.ts';
import { layOut } from '../certificate/layout.ts';
import { imagineRegister } from '../register/imagine.ts';
import type { Register } from '../register/register.ts';
import { RISKS, type Risk } from '../register/subject.ts';
import { drawPdf, drawPicturePdf } from './draw-pdf.ts';
import { drawPictures } from './draw-picture.ts';
import { measureWith } from './font.ts';
import type { Page } from './page.ts';

/** The pages of a certificate: what its PDF shows, line by line. */
export function certificatePages(register: Register, printing: Printing): readonly Page[] {
  const certificate = certificateOf(register, printing);
  const { body, summary } = layOut(certificate, measureWith(certificate.style.typeface));
  return [...body, ...summary];
}

/** The PDF of a certificate: with a text layer, or as a scan (pictures only). */
export async function printCertificate(
  register: Register,
  printing: Printing,
  form: 'text' | 'scan',
): Promise<Buffer> {
  const pages = certificatePages(register, printing);
  const typeface = printing.style?.typeface ?? 'gothic';
  if (form === 'text') return drawPdf(pages, printing.viewedAt, typeface);
  return drawPicturePdf(await drawPictures(pages, { typeface }), printing.viewedAt);
}

/** Prints a certificate for nobody, so that the first visitor does not wait for fonts to be parsed and code to be compiled. */
export async function warmUpPrinting(): Promise<void> {
  const register = imagineRegister({
    seed: 'warm-up',
    kind: '집합건물',
    uniqueNumber: '0000-0000-000000',
    lotAddress: '서울특별시 둥지구 가상동 1',
    roadAddress: '서울특별시 둥지구 둥지로 1',
    buildingName: '',
    dong: '101',
    floor: '1',
    unit: '101',
    owners: [],
    risks: new Set<Risk>(RISKS),
  });
  await printCertificate(
    register,
    { variant: 'WITH_CANCELLED', usage: 'VIEW', withSummary: true, viewedAt: new Date(0) },
    'text',
  );
}
