import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { generateRegister } from './generate-register.ts';
import { CANCEL_RED } from './print/page.ts';
import { SCANS, type ScanClass, toOutlines, toPictures, toScan } from './scan.ts';
import { readPdf } from './testing/read-pdf.ts';

const A4_INCHES = [595.28 / 72, 841.89 / 72] as const;
const sample = () => generateRegister('scans', { kind: '집합건물', risks: ['mortgage'], events: 4 });

describe('a scan', () => {
  it.each(Object.keys(SCANS) as ScanClass[])(
    '%s holds one picture a page, of its resolution, and no text',
    async (name) => {
      const document = await sample();
      const pdf = await toScan(document, SCANS[name]);
      const read = await readPdf(pdf);
      expect(read).toHaveLength(document.truth.pages);
      for (const page of read) {
        expect(page.letters).toBe('');
        expect(page.lines).toEqual([]);
        expect(page.pictures).toEqual([A4_INCHES.map((inches) => Math.round(inches * SCANS[name].dpi))]);
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
