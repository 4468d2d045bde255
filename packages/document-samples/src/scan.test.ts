import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { generateRegister } from './generate-register.ts';
import { CANCEL_RED } from './print/page.ts';
import { SCANS, type ScanClass, type ScanOptions, toOutlines, toPictures, toScan } from './scan.ts';
import { readPdf } from './testing/read-pdf.ts';

const A4_INCHES = [595.28 / 72, 841.89 / 72] as const;
const sample = () => generateRegister('scans', { kind: '집합건물', risks: ['mortgage'], events: 4 });

/** A photograph holds more than the page, and lies as the telephone was held. */
function expectDeskAround(pictures: readonly (readonly number[])[], turnDeg: number, dpi: number): void {
  const [width = 0, height = 0] = pictures[0] ?? [];
  const isOnItsSide = Math.abs(Math.sin((turnDeg * Math.PI) / 180)) > 0.7;
  const [across, down] = isOnItsSide ? [height, width] : [width, height];
  expect(pictures).toHaveLength(1);
  expect(across / dpi).toBeGreaterThan(A4_INCHES[0] * 1.05);
  expect(down / dpi).toBeGreaterThan(A4_INCHES[1] * 1.02);
  expect(down / dpi).toBeLessThan(A4_INCHES[1] * 1.2);
}

describe('a scan', () => {
  it.each(Object.keys(SCANS) as ScanClass[])(
    '%s holds one picture a page, of its resolution, and no text',
    async (name) => {
      const document = await sample();
      const { photo = null }: ScanOptions = SCANS[name];
      // Bending a page takes its time: one small one is enough.
      const dpi = photo ? 90 : SCANS[name].dpi;
      const pages = photo ? document.pages.slice(0, 1) : document.pages;
      const pdf = await toScan({ ...document, pages }, { ...SCANS[name], dpi });
      const read = await readPdf(pdf);
      expect(read).toHaveLength(pages.length);
      for (const page of read) {
        expect(page.letters).toBe('');
        expect(page.lines).toEqual([]);
        if (!photo) expect(page.pictures).toEqual([A4_INCHES.map((inches) => Math.round(inches * dpi))]);
        else expectDeskAround(page.pictures, photo.turnDeg, dpi);
      }
      // 20 MB are the most that may be uploaded.
      expect(pdf.byteLength / read.length).toBeLessThan(4_000_000);
    },
  );

  it('is the same for the same seed, noise included', async () => {
    const document = await sample();
    const first = await toScan(document, SCANS['noisy-200'], 'a');
    expect(await toScan(document, SCANS['noisy-200'], 'a')).toEqual(first);
    expect(await toScan(document, SCANS['noisy-200'], 'b')).not.toEqual(first);
  });

  it('comes as picture files too', async () => {
    const document = await sample();
    for (const format of ['png', 'jpeg'] as const) {
      const files = await toPictures(document, format, SCANS['clean-200']);
      expect(files).toHaveLength(document.truth.pages);
      const image = await loadImage(Buffer.from(files[0] ?? []));
      expect([image.width, image.height]).toEqual([1654, 2339]);
    }
  });
});

describe('outlines', () => {
  it('have neither text nor pictures, but a shape for each letter, and the red lines where they were', async () => {
    for (const seed of ['o1', 'o2']) {
      const document = await generateRegister(seed, { events: 10 });
      const [plain, outlined] = await Promise.all([
        readPdf(document.pdf),
        readPdf(await toOutlines(document)),
      ]);
      expect(outlined).toHaveLength(plain.length);
      for (const [index, page] of outlined.entries()) {
        const before = plain[index];
        expect(page.letters).toBe('');
        expect(page.pictures).toEqual([]);
        expect(page.paths).toBeGreaterThan((before?.letters.length ?? 0) * 0.9);
        const red = (lines: typeof page.lines) => lines.filter(({ color }) => color === CANCEL_RED);
        expect(red(page.lines)).toEqual(red(before?.lines ?? []));
      }
    }
  });
});
