import { expect, it } from 'vitest';
import { findWords, type Word } from './find-words.ts';

const word = (text: string, left: number, top: number): Word => ({
  text,
  left,
  top,
  width: 0.1,
  height: 0.012,
});

/** A row of a register as it comes out of a PDF: column by column, wrapped, with other rows around it. */
const PAGE: Word[] = [
  word('2', 0.05, 0.2),
  word('근저당권설정', 0.1, 0.2),
  word('채권최고액 금99,000,000원', 0.6, 0.2),
  word('3', 0.05, 0.3),
  word('근저당권설정', 0.1, 0.3),
  word('2021년5월11일', 0.3, 0.3),
  word('제23456호', 0.3, 0.32),
  word('채권최고액 금240,000,000원', 0.6, 0.3),
  word('근저당권자 주식회사가나은행', 0.6, 0.32),
  word('4', 0.05, 0.5),
  word('주택임차권', 0.1, 0.5),
];

it('finds words as they stand, whatever spaces lie between them', () => {
  const [place, ...more] = findWords(PAGE, '채권최고액  금240,000,000원');
  expect(more).toEqual([]);
  expect(place).toMatchObject({ left: 0.6, top: 0.3 });
});

it('finds the row of a table from words that come in another order, and not its neighbours', () => {
  const places = findWords(
    PAGE,
    '3 근저당권설정 2021년5월11일 제23456호 설정계약 채권최고액 금240,000,000원 근저당권자 주식회사가나은행',
  );
  expect(places.map(({ top }) => top)).toEqual([0.3, 0.32]);
});

it('points at nothing rather than at a wrong place', () => {
  expect(findWords(PAGE, '신탁 가나자산신탁주식회사')).toEqual([]);
  expect(findWords(PAGE, '')).toEqual([]);
  expect(findWords([], '근저당권설정')).toEqual([]);
});
