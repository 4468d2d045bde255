import { expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

it('keeps an ASCII name in both forms', () => {
  expect(contentDisposition('registry.pdf')).toBe(
    `attachment; filename="registry.pdf"; filename*=UTF-8''registry.pdf`,
  );
});

it('carries Korean in the extended form and underscores in the plain one', () => {
  expect(contentDisposition('등기.pdf')).toBe(
    `attachment; filename="__.pdf"; filename*=UTF-8''%EB%93%B1%EA%B8%B0.pdf`,
  );
});

it('lets nothing break out of the header or name a path', () => {
  const value = contentDisposition('../a"b\r\nx-evil: 1/\u202Efdp.exe\uD800');
  expect(value).not.toMatch(/[\r\n]/);
  expect(value).toContain('filename=".._a_b__x-evil_ 1__fdp.exe_"');
});

it('escapes what RFC 5987 does not allow', () => {
  expect(contentDisposition("집 (1)'*.pdf")).toContain("UTF-8''%EC%A7%91%20%281%29%27_.pdf");
});

it('shortens a long name and keeps its extension', () => {
  const value = contentDisposition(`${'가'.repeat(300)}.pdf`);
  const name = decodeURIComponent(value.split("UTF-8''")[1] ?? '');
  expect([...name]).toHaveLength(80);
  expect(name.endsWith('.pdf')).toBe(true);
});

it('names a nameless file', () => {
  expect(contentDisposition('  ')).toContain('filename="document"');
});
