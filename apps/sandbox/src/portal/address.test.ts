import { describe, expect, it } from 'vitest';
import { normalizeText, readAddress } from './address.ts';

const ROAD = '서울특별시 둥지구 둥지로12길 34';

describe('readAddress', () => {
  it.each([
    ['101동 302호', '101', '3', '302'],
    ['제101동 제3층 제302호', '101', '3', '302'],
    ['101동302호', '101', '3', '302'],
    ['101-302', '101', '3', '302'],
    ['101동 302', '101', '3', '302'],
    ['102동 1502호', '102', '15', '1502'],
    ['가동 201호', '가', '2', '201'],
    ['B동 101호', 'B', '1', '101'],
    ['302호', '', '3', '302'],
    ['5층 302호', '', '5', '302'],
    ['비101호', '', '지하1', '비101'],
    ['B102호', '', '지하1', 'B102'],
    ['지하1층 3호', '', '지하1', '3'],
    ['둥지타운 101동 302호', '101', '3', '302'],
    ['101동 302호 (가상동, 둥지타운)', '101', '3', '302'],
    ['101동 302호 [slow=100] [owner=홍길동]', '101', '3', '302'],
    ['101동 302호, 둥지타운', '101', '3', '302'],
    ['101동 302호실', '101', '3', '302'],
    ['지101호', '', '지하1', '지101'],
    ['2층', '', '2', ''],
    ['한빛1호텔', '', '', ''],
    ['', '', '', ''],
  ])('reads the unit of "%s"', (detail, dong, floor, unit) => {
    expect(readAddress(`${ROAD} ${detail}`)).toMatchObject({
      road: ROAD,
      region: '서울특별시 둥지구',
      dong,
      floor,
      unit,
    });
  });

  it.each([
    ['서울특별시 종로구 세종대로 209 1호', '서울특별시 종로구 세종대로 209', '서울특별시 종로구'],
    [
      '경기도 성남시 분당구 판교역로 166번길 7-1, 1동 2호',
      '경기도 성남시 분당구 판교역로 166번길 7-1',
      '경기도 성남시 분당구',
    ],
    ['서울특별시 둥지구 가상동 123-45 101동 302호', '서울특별시 둥지구 가상동 123-45', '서울특별시 둥지구'],
    ['1 Nest Road 101동 302호', '1 Nest Road', '서울특별시 둥지구'],
  ])('finds the street in "%s"', (typed, road, region) => {
    expect(readAddress(typed)).toMatchObject({ road, region });
    expect(readAddress(typed).unit).not.toBe('');
  });

  it('keeps the tokens in the text that names the record', () => {
    expect(readAddress(`${ROAD}   101동  302호 [scan]`).text).toBe(`${ROAD} 101동 302호 [scan]`);
  });

  it('drops letters nobody can see', () => {
    expect(normalizeText('둥지로\u202e 1\u0000 \u200b2')).toBe('둥지로 1 2');
  });

  it('answers at once for 500 letters of anything', () => {
    for (const letter of ['로', '[', '1', ' ', '동', '[a=', '로1길']) {
      const startedAt = performance.now();
      readAddress(letter.repeat(500).slice(0, 500));
      expect(performance.now() - startedAt).toBeLessThan(250);
    }
  });
});
