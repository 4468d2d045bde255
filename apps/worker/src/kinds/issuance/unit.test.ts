import { describe, expect, it } from 'vitest';
import { pickRow, readUnit, type SearchRow } from './unit.ts';

describe('readUnit', () => {
  it.each([
    ['101동 302호', '101', null, '302'],
    ['제101동 제3층 제302호', '101', '3', '302'],
    ['101동302호', '101', null, '302'],
    ['둥지타운 302호 (가상동, 둥지타운)', null, null, '302'],
    ['비101호', null, null, '비101'],
    ['지하1층 B01호', null, '지하1', 'B01'],
    ['101-302', '101', null, '302'],
    ['가동 2층', '가', '2', null],
    ['302호 [slow=100] [scan]', null, null, '302'],
    ['[not-found]', null, null, null],
    ['', null, null, null],
  ])('reads "%s"', (text, dong, floor, ho) => {
    expect(readUnit(text)).toEqual({ dong, floor, ho });
  });
});

describe('pickRow', () => {
  const row = (ho: string | null, change: Partial<SearchRow> = {}): SearchRow => ({
    uniqueNumber: `1101-2099-${Math.random()}`,
    kind: '집합건물',
    state: '현행',
    dong: '101',
    floor: '3',
    ho,
    ...change,
  });
  const wanted = row('302');
  const neighbours = [
    row('302', { state: '폐쇄' }),
    row('303'),
    row('1302', { floor: '13' }),
    row('302', { dong: '102' }),
    row(null, { kind: '건물', dong: null, floor: null }),
    row(null, { kind: '토지', dong: null, floor: null }),
  ];

  it('finds the one current register of exactly this unit among its neighbours', () => {
    expect(pickRow([...neighbours, wanted], readUnit('101동 302호'))).toBe(wanted);
  });

  it('takes none when the unit is missing, not named, or not unique', () => {
    expect(pickRow(neighbours, readUnit('101동 302호'))).toBeNull();
    expect(pickRow([...neighbours, wanted], readUnit('302호'))).toBeNull();
    expect(pickRow([...neighbours, wanted], readUnit(''))).toBeNull();
    expect(pickRow([wanted, row('302')], readUnit('101동 302호'))).toBeNull();
  });

  it('takes the register of the whole building where it is not divided into units', () => {
    const house = row(null, { kind: '건물', dong: null, floor: null });
    const lot = row(null, { kind: '토지', dong: null, floor: null });
    const closed = row(null, { kind: '건물', dong: null, floor: null, state: '폐쇄' });
    expect(pickRow([closed, lot, house], readUnit('2층'))).toBe(house);
    expect(pickRow([closed, lot], readUnit(''))).toBeNull();
  });

  it('knows the ways to write a unit below ground', () => {
    const cellar = row('비101', { dong: null, floor: '지하1' });
    expect(pickRow([cellar], readUnit('B1층 B101호'))).toBe(cellar);
  });
});
