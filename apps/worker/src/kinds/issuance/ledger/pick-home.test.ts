import { describe, expect, it } from 'vitest';
import { pickAreas, pickTitle } from './pick-home.ts';

const title = (dongNm: string | null, more = {}) => ({
  mgmBldrgstPk: `t-${dongNm}`,
  dongNm,
  mainAtchGbCd: '0',
  regstrGbCd: '2',
  ...more,
});
const area = (dongNm: string | null, hoNm: string, more = {}) => ({
  mgmBldrgstPk: `u-${dongNm}-${hoNm}`,
  dongNm,
  hoNm,
  exposPubuseGbCd: '1',
  flrGbCd: '20',
  flrNo: '3',
  ...more,
});

describe('the building of a home', () => {
  it('is the named one, never an annex', () => {
    const titles = [title('101동'), title('102동'), title('관리동', { mainAtchGbCd: '1' })];
    expect(pickTitle(titles, '101동 302호')?.dongNm).toBe('101동');
    expect(pickTitle(titles, '제102동 제3층 제302호')?.dongNm).toBe('102동');
    expect(pickTitle(titles, '302호')).toBeNull();
    expect(pickTitle(titles, '관리동 302호')).toBeNull();
  });

  it('is the only one where the ledger names none', () => {
    expect(pickTitle([title(null), title('경비실', { mainAtchGbCd: '1' })], '가동 302호')?.mgmBldrgstPk).toBe(
      't-null',
    );
    expect(pickTitle([title('가동')], '302호')?.dongNm).toBe('가동');
    expect(pickTitle([title('가동')], '나동 302호')).toBeNull();
    expect(pickTitle([title('관리동', { mainAtchGbCd: '1' })], '302호')).toBeNull();
    expect(pickTitle([], '302호')).toBeNull();
  });
});

describe('the rows of a unit', () => {
  const home = title('101동');
  const shared = area('101동', '302호', { exposPubuseGbCd: '2', flrGbCd: '10', flrNo: '1' });
  const areas = [
    area('101동', '302호'),
    shared,
    area('101동', '1302'),
    area('102동', '302호'),
    area('101동', '3020'),
  ];

  it('are those of exactly this unit, own and shared, however the unit is written', () => {
    for (const detail of ['101동 302호', '101-302', '제101동 제3층 제302호', '101동302호'])
      expect([detail, pickAreas(areas, home, detail)]).toEqual([detail, [areas[0], shared]]);
  });

  it('are none for a unit that is not there, on another floor, or there twice', () => {
    expect(pickAreas(areas, home, '101동 303호')).toBeNull();
    expect(pickAreas(areas, home, '101동 4층 302호')).toBeNull();
    expect(pickAreas(areas, home, '101동')).toBeNull();
    expect(
      pickAreas([...areas, area('101동', '302', { mgmBldrgstPk: 'another' })], home, '101동 302호'),
    ).toBeNull();
    expect(pickAreas([shared], home, '101동 302호')).toBeNull();
  });

  it('below ground are told from those above', () => {
    const below = area(null, '비101', { flrGbCd: '10', flrNo: '1' });
    for (const detail of ['비101호', 'B101호', '지하1층 지101호'])
      expect([detail, pickAreas([area(null, '101'), below], title(null), detail)]).toEqual([detail, [below]]);
  });
});
