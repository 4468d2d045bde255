import { expect, it } from 'vitest';
import { linesOf, type TextRun } from './lines.ts';

const run = (text: string, x: number, y: number, changes: Partial<TextRun> = {}): TextRun => ({
  text,
  x,
  y,
  width: text.length * 10,
  size: 10,
  level: true,
  ...changes,
});

it('orders runs by line and place, whatever the order in the file', () => {
  expect(linesOf([run('둘째', 0, 80), run('줄', 30, 100), run('첫', 15, 100)])).toBe('첫 줄\n둘째');
});

it('joins the pieces of one word and keeps a word space', () => {
  expect(linesOf([run('근저당', 0, 100), run('권설정', 30, 100), run('2015년', 63, 100)])).toBe(
    '근저당권설정 2015년',
  );
});

it('sets columns two spaces apart', () => {
  expect(linesOf([run('1', 0, 100), run('소유권이전', 40, 100)])).toBe('1  소유권이전');
});

it('keeps runs of slightly different baselines on one line', () => {
  expect(linesOf([run('금', 0, 100), run('1,000원', 10, 102, { size: 9 })])).toBe('금1,000원');
});

it('does not let a watermark split the words it crosses', () => {
  const watermark = [run('열', 12, 101, { size: 60 }), run('람', 5, 99, { level: false })];
  expect(linesOf([run('설정', 0, 100), ...watermark, run('계약', 20, 100)]).split('\n')).toContain(
    '설정계약',
  );
});

it('ignores runs of nothing but blanks', () => {
  expect(linesOf([run('  ', 0, 100), run('가', 0, 90)])).toBe('가');
});
