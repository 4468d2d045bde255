import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDocument } from './read-document.ts';
import { ReadingFailedError, UnreadableDocumentError } from './reading-errors.ts';
import { childrenOf, isAlive } from './testing/child-processes.ts';
import { outlinePdf, picture, rawPdf, scanPdf, textPdf } from './testing/make-pdf.ts';

const LINES = [
  '등기사항전부증명서(말소사항 포함)',
  '고유번호 1101-2099-000001',
  '서울특별시 둥지구 가상동 123-45 둥지타운 제101동 제302호',
  '근저당권설정 채권최고액 금240,000,000원',
];
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );
const unreadable = async (...call: Parameters<typeof readDocument>): Promise<string> => {
  const error = await failure(readDocument(...call));
  if (!(error instanceof UnreadableDocumentError))
    throw new Error('expected it unreadable', { cause: error });
  return error.reason;
};
/** Share of the expected characters, blanks aside, that came out; order matters. */
const likeness = (text: string, lines: readonly string[]): number => {
  const wanted = lines.join('').replace(/\s/g, '');
  const found = text.replace(/\s/g, '');
  let at = 0;
  let hits = 0;
  for (const character of wanted) {
    const next = found.indexOf(character, at);
    if (next < 0 || next > at + 5) continue;
    at = next + 1;
    hits++;
  }
  return hits / wanted.length;
};

afterEach(() => {
  expect(childrenOf(process.pid).filter((pid) => readers.has(pid))).toEqual([]);
});
const readers = new Set<number>();
/** Resolves with the reading process as soon as it runs. */
const readerStarted = (before: readonly number[]): Promise<number> =>
  vi.waitFor(() => {
    const pid = childrenOf(process.pid).find((child) => !before.includes(child));
    if (pid === undefined) throw new Error('no reader yet');
    readers.add(pid);
    return pid;
  });

describe('text layer', () => {
  it('comes out line by line, page by page, in Korean', async () => {
    const bytes = await textPdf([LINES, [...LINES].reverse()]);
    expect(await readDocument(bytes, { contentType: 'application/pdf' })).toMatchObject({
      method: 'TEXT_LAYER',
      pages: [LINES.join('\n'), [...LINES].reverse().join('\n')],
    });
  });

  it('of a small valid file is read', async () => {
    const bytes = rawPdf({
      content: Buffer.from('BT /F1 12 Tf 72 720 Td (Certificate of all registered matters, page one) Tj ET'),
    });
    expect(bytes.byteLength).toBeLessThan(3_000);
    const { pages } = await readDocument(bytes);
    expect(pages[0]).toContain('Certificate of all registered matters');
  });

  it('wins over recognition, page by page', async () => {
    const { pages, method } = await readDocument(await textPdf([LINES, []]));
    expect(method).toBe('TEXT_LAYER');
    expect(pages).toEqual([LINES.join('\n'), '']);
  });
});

describe('recognition', () => {
  it('reads a scanned page', async () => {
    const { pages, method } = await readDocument(await scanPdf([LINES]));
    expect(method).toBe('OCR');
    expect(likeness(pages[0] ?? '', LINES)).toBeGreaterThan(0.95);
  }, 60_000);

  it('reads a page whose letters are drawn as outlines, with neither text nor image', async () => {
    const { pages, method } = await readDocument(await outlinePdf(LINES));
    expect(method).toBe('OCR');
    expect(likeness(pages[0] ?? '', LINES)).toBeGreaterThan(0.95);
  }, 60_000);

  it('reads an uploaded picture', async () => {
    const { pages, method } = await readDocument(picture(LINES), { contentType: 'image/png' });
    expect(method).toBe('OCR');
    expect(likeness(pages[0] ?? '', LINES)).toBeGreaterThan(0.95);
  }, 60_000);
});

describe('a file at fault', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['no bytes', () => new Uint8Array(), 'EMPTY'],
    ['a web page named .pdf', () => Buffer.from('<!doctype html><title>login</title>'), 'NOT_PDF'],
    ['a cut file', async () => (await textPdf([LINES])).subarray(0, -2_000), 'BROKEN'],
    ['a header and noise', () => Buffer.from(`%PDF-1.7\n${'noise '.repeat(500)}%%EOF`), 'BROKEN'],
    ['a locked file', () => textPdf([LINES], { password: 'secret' }), 'ENCRYPTED'],
    ['pages with nothing on them', () => textPdf([[], []]), 'EMPTY'],
    ['more pages than a document has', () => rawPdf({ pageCount: 201 }), 'TOO_MANY_PAGES'],
    ['a page count out of this world', () => rawPdf({ pageCount: 100_000 }), 'TOO_MANY_PAGES'],
    ['more bytes than allowed', () => Buffer.alloc(20 * 1024 * 1024 + 1, '%PDF-'), 'TOO_LARGE'],
    ['a cut picture', () => picture(LINES).subarray(0, -500), 'BROKEN'],
  ])('is told apart: %s', async (_title, make, reason) => {
    expect(await unreadable(await make())).toBe(reason);
  });

  it('is told apart: other bytes than announced', async () => {
    expect(await unreadable(picture(LINES), { contentType: 'application/pdf' })).toBe('NOT_PDF');
  });

  it('is told apart: more pictured pages than recognition has time for', async () => {
    const bytes = await scanPdf([LINES, LINES, LINES], 50);
    expect(await unreadable(bytes, { limits: { ocrPages: 2 } })).toBe('TOO_MANY_PAGES');
  });

  it('with a page the size of a field is drawn within the pixel limit', async () => {
    const bytes = rawPdf({ mediaBox: '[0 0 2000000 2000000]', content: Buffer.from('0 0 9 9 re f') });
    expect(await unreadable(bytes)).toBe('EMPTY');
  });

  it('that unpacks to more than the memory limit takes down only its own reading', async () => {
    const bytes = rawPdf({ content: Buffer.alloc(400 * 1024 * 1024, '0 0 9 9 re f\n') });
    const error = await failure(
      readDocument(bytes, { limits: { rssMegabytes: 400, heapMegabytes: 256, pageTimeoutMs: 15_000 } }),
    );
    expect(error).toBeInstanceOf(ReadingFailedError);
  }, 60_000);
});

describe('the reading process', () => {
  it('is stopped at the page time-out', async () => {
    const error = await failure(readDocument(await textPdf([LINES]), { limits: { pageTimeoutMs: 20 } }));
    expect(error).toMatchObject({ name: 'ReadingFailedError', reason: 'TIMEOUT' });
  });

  it('is stopped at the time limit of the whole', async () => {
    const error = await failure(readDocument(await textPdf([LINES]), { limits: { totalTimeoutMs: 20 } }));
    expect(error).toMatchObject({ name: 'ReadingFailedError', reason: 'TIMEOUT' });
  });

  it('is gone when the promise of an aborted reading rejects', async () => {
    const bytes = await scanPdf([LINES, LINES, LINES]);
    const before = childrenOf(process.pid);
    const controller = new AbortController();
    const reading = failure(readDocument(bytes, { signal: controller.signal }));
    const pid = await readerStarted(before);
    controller.abort(new Error('cancelled'));
    expect(await reading).toMatchObject({ message: 'cancelled' });
    expect(isAlive(pid)).toBe(false);
  });

  it('is reported as crashed when it is killed from outside', async () => {
    const before = childrenOf(process.pid);
    const reading = failure(readDocument(await textPdf([LINES])));
    process.kill(await readerStarted(before), 'SIGKILL');
    expect(await reading).toMatchObject({ name: 'ReadingFailedError', reason: 'CRASHED' });
  });

  it('dies with a parent that was killed, even in the middle of a page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reading-'));
    writeFileSync(join(folder, 'scan.pdf'), await scanPdf(Array.from({ length: 6 }, () => LINES)));
    const script = `
      import { readFileSync } from 'node:fs';
      import { readDocument } from ${JSON.stringify(new URL('./read-document.ts', import.meta.url).href)};
      await readDocument(readFileSync(${JSON.stringify(join(folder, 'scan.pdf'))}));`;
    writeFileSync(join(folder, 'parent.mts'), script);
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const parent = spawn(process.execPath, ['--import', tsx, join(folder, 'parent.mts')], {
      stdio: 'ignore',
    });
    const parentPid = parent.pid ?? 0;
    const reader = await vi.waitFor(
      () => {
        const [pid] = childrenOf(parentPid);
        if (pid === undefined) throw new Error('no reader yet');
        return pid;
      },
      { timeout: 10_000 },
    );
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(reader)).toBe(false), { timeout: 5_000 });
  });

  it('does not see the environment of the caller', async () => {
    vi.stubEnv('S3_SECRET_ACCESS_KEY', 'secret');
    const before = childrenOf(process.pid);
    const controller = new AbortController();
    const reading = failure(readDocument(await textPdf([LINES]), { signal: controller.signal }));
    const pid = await readerStarted(before);
    const { readFileSync } = await import('node:fs');
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    controller.abort();
    await reading;
    vi.unstubAllEnvs();
    expect(environment).not.toContain('S3_SECRET_ACCESS_KEY');
  });
});
