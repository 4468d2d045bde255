import { describe, expect, it } from 'vitest';
import { formatDay, formatDuration, formatKrw, secondsUntil } from './format.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0초', '0 s'],
    [-5_000, '0초', '0 s'],
    [59_999, '59초', '59 s'],
    [60_000, '1분 00초', '1 min 00 s'],
    [185_000, '3분 05초', '3 min 05 s'],
    [3_720_000, '1시간 02분', '1 h 02 min'],
  ])('%i ms reads %s and %s', (ms, ko, en) => {
    expect(formatDuration(ms, 'ko')).toBe(ko);
    expect(formatDuration(ms, 'en')).toBe(en);
  });
});

describe('secondsUntil', () => {
  const at = '2026-01-31T09:00:12.000Z';
  it('rounds up, so a countdown reads 1 until it is over', () => {
    expect(secondsUntil(at, Date.parse('2026-01-31T09:00:00.000Z'))).toBe(12);
    expect(secondsUntil(at, Date.parse('2026-01-31T09:00:11.900Z'))).toBe(1);
  });
  it('is zero once the moment has passed', () => {
    expect(secondsUntil(at, Date.parse('2026-01-31T09:01:00.000Z'))).toBe(0);
  });
});

describe('formatKrw', () => {
  it.each([
    [0, '0원', '₩0'],
    [350_000_000, '3억 5,000만원', '₩350,000,000'],
    [123_456_789, '1억 2,345만 6,789원', '₩123,456,789'],
    [700_000, '70만원', '₩700,000'],
    [500, '500원', '₩500'],
    [1_000_000_000_000, '1조원', '₩1,000,000,000,000'],
  ])('%i reads %s and %s', (amountKrw, ko, en) => {
    expect(formatKrw(amountKrw, 'ko')).toBe(ko);
    expect(formatKrw(amountKrw, 'en')).toBe(en);
  });
});

it('a calendar day is the same in every time zone', () => {
  expect(formatDay('2026-03-01', 'ko')).toBe('2026.03.01');
  expect(formatDay('2026-03-01', 'en')).toBe('1 Mar 2026');
});
