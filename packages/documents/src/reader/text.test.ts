import { expect, it } from 'vitest';
import { cleanText, isUsableText } from './text.ts';

it('composes Hangul that came in pieces', () => {
  expect(cleanText('등기'.normalize('NFD'))).toBe('등기');
});

it('drops what a database column refuses', () => {
  expect(cleanText('가\u0000나\uD800\r\n\n\n\n다 \u0007 ')).toBe('가나\n\n다');
});

it('takes a page number and a watermark for no text', () => {
  expect(isUsableText('열 람 용\n1/3')).toBe(false);
});

it('takes a page of unmapped glyphs for no text', () => {
  expect(isUsableText(`고유번호 1101-2099-000001 등기사항${'\uE012'.repeat(200)}`)).toBe(false);
});

it('takes a short real page for text', () => {
  expect(isUsableText('-- 이 하 여 백 -- 관할등기소 서울둥지지방법원 등기국')).toBe(true);
});
