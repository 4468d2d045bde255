import { describe, expect, it } from 'vitest';
import { type FoundAddress, pickLot, searchable } from './pick-lot.ts';

const found = (
  roadAddr: string,
  jibunAddr: string,
  lnbrMnnm: string,
  more: Partial<FoundAddress> = {},
): FoundAddress => ({
  roadAddr,
  jibunAddr,
  lnbrMnnm,
  lnbrSlno: '5',
  admCd: '1165010200',
  mtYn: '0',
  ...more,
});

const HOME = found(
  '서울특별시 서초구 강남대로12길 20 (양재동, 현대아트빌라)',
  '서울특별시 서초구 양재동 317-5 현대아트빌라',
  '317',
);
const NEXT = found('서울특별시 서초구 강남대로12길 20-1 (양재동)', '서울특별시 서초구 양재동 318-5', '318');
const FAR = found('서울특별시 서초구 강남대로12길 200 (양재동)', '서울특별시 서초구 양재동 3170-5', '3170');
const ALL = [NEXT, FAR, HOME];

describe('the lot of an address', () => {
  it('is the one of exactly this number, among those that begin alike', () => {
    const home = { sigunguCd: '11650', bjdongCd: '10200', platGbCd: '0', bun: '0317', ji: '0005' };
    for (const typed of [
      '서울특별시 서초구 강남대로12길 20',
      '서울 서초구 강남대로12길 20',
      '서초구 강남대로 12길 20 현대아트빌라',
      '서울시 서초구 강남대로12길20',
      '서울특별시 서초구 강남대로12길 20(양재동, 현대아트빌라)',
      '서울특별시 서초구 양재동 317-5',
      '서울특별시 서초구 양재동 317-5번지',
    ])
      expect([typed, pickLot(ALL, typed)]).toEqual([typed, home]);
    expect(pickLot(ALL, '서울특별시 서초구 강남대로12길 20-1')?.bun).toBe('0318');
  });

  it('of a mountain is marked as one', () => {
    const mountain = found('경기도 둥지시 둥지로 7', '경기도 둥지시 가상동 산 12-5', '12', { mtYn: '1' });
    expect(pickLot([mountain], '경기 둥지시 가상동 산12-5')).toMatchObject({
      platGbCd: '1',
      bun: '0012',
      ji: '0005',
    });
  });

  it('is none when nothing is exactly it, or two lots are', () => {
    expect(pickLot(ALL, '서울특별시 서초구 강남대로12길 2')).toBeNull();
    expect(pickLot(ALL, '20')).toBeNull();
    expect(pickLot([], '서울특별시 서초구 강남대로12길 20')).toBeNull();
    expect(pickLot([HOME, { ...HOME, lnbrMnnm: '400' }], '서울특별시 서초구 강남대로12길 20')).toBeNull();
    expect(pickLot([HOME, HOME], '서울특별시 서초구 강남대로12길 20')).not.toBeNull();
    const other = found('부산광역시 서초구 강남대로12길 20', '부산광역시 서초구 양재동 1-5', '1');
    expect(pickLot([HOME, other], '서초구 강남대로12길 20')).toBeNull();
    expect(pickLot([HOME, other], '부산 서초구 강남대로12길 20')?.bun).toBe('0001');
  });
});

describe('what is sent to the search', () => {
  it('is without what the service blocks its callers for', () => {
    expect(searchable("둥지로 20 [ledger-error] (가상동) UNION select 1=1; 'x' %00")).toBe(
      '둥지로 20 1 1 x 00',
    );
    expect(searchable('가'.repeat(500)).length).toBe(80);
  });
});
