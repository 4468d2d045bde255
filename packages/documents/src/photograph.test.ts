import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { findingsOf, verdictOf } from './findings/find.ts';
import { wordFinding } from './findings/word.ts';
import { readDocument } from './read-document.ts';
import { REGISTER_ID, subject } from './testing/finding-subject.ts';
import { picture } from './testing/make-pdf.ts';

const LINES = [
  '등기사항전부증명서(말소사항 포함)',
  '- 집합건물 -',
  '[집합건물] 서울특별시 둥지구 가상동 123-45 둥지타운 제101동 제302호',
  '【 갑 구 】 ( 소유권에 관한 사항 )',
  '-- 이 하 여 백 --',
];

it('a photograph that lies on its side ends as no register, and the tenant is told how to take another', async () => {
  const page = await loadImage(picture(LINES, 150));
  const canvas = createCanvas(page.height, page.width);
  const context = canvas.getContext('2d');
  context.translate(page.height, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(page, 0, 0);
  const photograph = canvas.toBuffer('image/jpeg');
  const { reading } = await readDocument(photograph, { docType: 'REGISTRY', contentType: 'image/jpeg' });
  expect(reading.registry).toBeNull();
  const found = findingsOf({
    ...subject(),
    registry: { documentId: REGISTER_ID, analysis: 'DONE', view: reading.registry },
  });
  expect(verdictOf(found)).toBe('CANNOT_TELL');
  expect(found.map((each) => wordFinding(each, 'ko').advice)).toEqual([
    expect.stringMatching(/PDF를 올려 주세요.*반듯하게 다시 찍어/),
  ]);
}, 60_000);
