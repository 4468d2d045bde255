import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';
import { ReadingFailedError, UnreadableDocumentError } from './reading-errors.ts';
import { picture, textPdf } from './testing/make-pdf.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const NOISE = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919 + 13) % 251));
const EOF = latin('\n%%EOF\n');

/** A PDF of one page whose content stream is given as it stands in the file. */
const withContent = (content: Buffer, filter = '', page = '') =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page} >>`,
    Buffer.concat([
      latin(`<< /Length ${content.length} ${filter} >>\nstream\n`),
      content,
      latin('\nendstream'),
    ]),
  ]);

function pdfOf(objects: readonly (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer {
  const parts = [latin('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    offsets.push(at);
    const body = typeof object === 'string' ? latin(object) : object;
    parts.push(Buffer.concat([latin(`${index + 1} 0 obj\n`), body, latin('\nendobj\n')]));
    at += parts.at(-1)?.length ?? 0;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.concat([
    ...parts,
    latin(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${at}`,
    ),
    EOF,
  ]);
}

const good = await textPdf([
  ['등기사항전부증명서(말소사항 포함)', '고유번호 1101-2099-000001', '근저당권설정'],
]);
const png = picture(['등기사항전부증명서'], 72);
const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);
const pngOf = (width: number, height: number) => {
  const header = Buffer.from(png.subarray(0, 33));
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, png.subarray(33)]);
};

const FILES: Record<string, Uint8Array> = {
  'no bytes': new Uint8Array(),
  'one byte': latin('%'),
  'a header alone': latin('%PDF-1.7\n'),
  'a header and an end': Buffer.concat([latin('%PDF-1.7\n'), EOF]),
  'a header, noise and an end': Buffer.concat([latin('%PDF-1.7\n'), NOISE, EOF]),
  noise: NOISE,
  'a web page': latin('<html><body>login</body></html>'),
  'an archive': Buffer.from(gzipSync(NOISE)),
  'a program': Buffer.concat([latin('\x7fELF'), NOISE]),
  'a PDF without its end': good.subarray(0, good.length - 64),
  'a PDF cut in half': Buffer.concat([good.subarray(0, good.length >> 1), EOF]),
  'a PDF with a hole': Buffer.concat([good.subarray(0, 900), Buffer.alloc(600), good.subarray(1_500)]),
  'a PDF with noise for its table': Buffer.concat([
    good.subarray(0, good.length - 400),
    NOISE.subarray(0, 380),
    EOF,
  ]),
  'a locked PDF': await textPdf([['x']], { password: 'secret' }),
  'no catalogue': pdfOf(['<< /Type /Nothing >>']),
  'no root': pdfOf(['<< /Type /Catalog >>'], ''),
  'a root that is not there': pdfOf(['<< /Type /Catalog >>'], '/Root 99 0 R'),
  'no pages': pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
  'a page tree that is its own child': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
  ]),
  'a page count out of this world': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>',
    '<< /Type /Page /Parent 2 0 R >>',
  ]),
  'a page count below zero': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count -5 >>',
    '<< /Type /Page /Parent 2 0 R >>',
  ]),
  'two hundred and one pages': await textPdf(Array.from({ length: 201 }, () => ['x'])),
  'a page without a size': withContent(latin('BT ET'), '', '/MediaBox []'),
  'a page as large as a field': withContent(latin('0 0 m 99 99 l S'), '', '/MediaBox [0 0 1e9 1e9]'),
  'a page of no size': withContent(latin('0 0 m 99 99 l S'), '', '/MediaBox [0 0 0 0]'),
  'a content stream that is none': withContent(NOISE, '/Filter /FlateDecode'),
  'a bomb of spaces': withContent(deflateSync(Buffer.alloc(400_000_000, 32)), '/Filter /FlateDecode'),
  'a bomb in a bomb': withContent(
    deflateSync(deflateSync(Buffer.alloc(300_000_000, 32))),
    '/Filter [/FlateDecode /FlateDecode]',
  ),
  'a million saved states': withContent(latin('q '.repeat(1_000_000))),
  'a million lines': withContent(
    deflateSync(latin('0 0 m 9 9 l S\n'.repeat(1_000_000))),
    '/Filter /FlateDecode',
  ),
  'arrays in arrays': withContent(latin(`${deep('[', ']', 100_000)} TJ`)),
  'dictionaries in dictionaries': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids ${deep('[', ']', 50_000)} /Count 1 >>`,
  ]),
  'a form that draws itself': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
    '<< /Length 5 >>\nstream\n/A Do\nendstream',
    '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 5 /Resources << /XObject << /A 5 0 R >> >> >>\nstream\n/A Do\nendstream',
  ]),
  'a picture larger than it says': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
    '<< /Length 26 >>\nstream\n595 0 0 842 0 0 cm /A Do\nendstream',
    '<< /Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Length 3 >>\nstream\nabc\nendstream',
  ]),
  'a script that wants to run': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(true){}) >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
  ]),
  'an odd PDF with everything twice': Buffer.concat([good, good]),
  'a PNG of 60000 by 60000': pngOf(60_000, 60_000),
  'a PNG of no width': pngOf(0, 100),
  'a PNG without its end': png.subarray(0, png.length - 20),
  'a PNG header and noise': Buffer.concat([png.subarray(0, 33), NOISE, latin('IEND')]),
  'a JPEG header and noise': Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    NOISE,
    Buffer.from([0xff, 0xd9]),
  ]),
  'a JPEG that says it is a PDF': Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    latin('%PDF-1.7'),
    NOISE,
    EOF,
  ]),
  'more bytes than allowed': Buffer.alloc(21 * 1024 * 1024, 0x25),
};

const LIMITS = { pageTimeoutMs: 20_000, totalTimeoutMs: 40_000, rssMegabytes: 900 };
/** Starting a process and its time limits, on a busy machine. */
const PATIENCE_MS = 90_000;

describe('a hostile file fails only its own reading, with its own code:', () => {
  it('there are forty of them', () => {
    expect(Object.keys(FILES).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(FILES))(
    '%s',
    async (_, bytes) => {
      const outcome = await readDocument(bytes, { docType: 'REGISTRY', limits: LIMITS }).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof UnreadableDocumentError || outcome instanceof ReadingFailedError) return;
      // What can be read after all is no register, and never one without burdens.
      expect(outcome).toMatchObject({ reading: { registry: null } });
    },
    PATIENCE_MS,
  );
});
