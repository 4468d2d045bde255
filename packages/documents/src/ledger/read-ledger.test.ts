import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLedger } from './read-ledger.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../samples/ledger/${name}.txt`, import.meta.url), 'utf8');

describe('a ledger', () => {
  it('is in violation while a mark stands', () => {
    expect(readLedger([sample('own_violation_current')])).toMatchObject({
      violation: 'YES',
      unit: '302호',
      exclusiveAreaM2: 25.59,
      mainUse: '다세대주택',
      roadAddress: '서울특별시 둥지구 둥지로12길 34',
      violationHistory: [{ day: '2023-05-02', released: false }],
    });
  });

  it('is in none after the release: history is no violation', () => {
    expect(readLedger([sample('own_violation_released_history')])).toMatchObject({
      violation: 'NO',
      violationHistory: [
        { day: '2019-05-02', released: false },
        { day: '2021-07-09', released: true },
      ],
    });
  });

  it('whose second page is missing proves nothing', () => {
    expect(readLedger([sample('own_page1_only')])).toMatchObject({
      violation: 'UNKNOWN',
      complete: false,
      households: 3,
      mainUse: '단독주택(다가구주택)',
    });
  });

  it('is read out of order, its own areas only', () => {
    const ledger = readLedger([sample('seumter_exclusive_p1'), sample('seumter_exclusive_p2')]);
    expect(ledger).toMatchObject({
      title: '집합건축물대장(전유부, 갑)',
      mainUse: '아파트',
      structure: '철근콘크리트구조',
      exclusiveAreaM2: 59.98,
      violation: 'NO',
      officialPrice: { amountKrw: 858_000_000, baseDay: '2026-01-01' },
      asOf: '2026-07-14',
      complete: true,
    });
    expect(JSON.stringify(ledger)).not.toMatch(/700101|홍가명/);
  });

  it('has the changes of its record, and neither labels nor ends of tables nor names of designers', () => {
    const ledger = readLedger([
      [
        '일반건축물대장(갑)',
        '(2쪽 중 제1쪽)',
        '구분 성명 또는 명칭 면허(등록)번호',
        '설계자 홍가명 건축사사무소 가나다 서울-건축사-1234',
        '공사시공자 성가명 700101-1******',
        '허가일  착공일  사용승인일',
        '1996.2.1.  1996.8.20.  1998.9.13.',
      ].join('\n'),
      [
        '(2쪽 중 제2쪽)',
        '변동사항',
        '변동일 변동내용 및 원인 변동일 변동내용 및 원인',
        '사용승인일',
        '2019.5.2. 건축과-1234(2019.5.1.)호에 의거 위반건축물 표기(옥상 증축 12.3㎡)',
        '2021.7.9. 건축과-5678(2021.7.8.)호에 의거 위반건축물',
        '해제',
        '-이하여백-',
        '2021.7.9. 건축과-5678(2021.7.8.)호에 의거 위반건축',
        '- 이하여백 -',
      ].join('\n'),
    ]);
    expect(ledger).toMatchObject({ violation: 'NO', approvedOn: '1998-09-13', complete: true });
    expect(ledger?.violationHistory.map(({ day, released }) => [day, released])).toEqual([
      ['2019-05-02', false],
      ['2021-07-09', true],
    ]);
    expect(JSON.stringify(ledger)).not.toMatch(/가명|700101|이하여백|사용승인일/);
  });

  const dated = (days: string, made = '1998.9.13.') =>
    readLedger([
      `일반건축물대장(갑)\n(1쪽 중 제1쪽)\n허가일  착공일  사용승인일  관련 주소\n${days}\n변동일  변동내용 및 원인\n${made}  건축과-19766(1998.9.10.)호에 의거 신규작성(신축)`,
    ])?.approvedOn;
  it.each([
    ['1996.2.1.  1996.8.20.  1998.9.13.', '1998-09-13'],
    // Of three days with blanks between them nobody sees which is missing.
    ['1998.9.13.', '1998-09-13'],
    ['1996.8.20.  1998.9.13.', '1998-09-13'],
    ['1996.8.20.', null],
    ['', null],
  ])('was approved on the last of %j: %s', (days, approvedOn) => {
    expect(dated(days)).toBe(approvedOn);
  });

  it('prints whole areas with their point, and takes no later number for them', () => {
    const row =
      '주  5층  철근콘크리트구조  제2종근린생활시설(사무소)  34.  남궁두 980922-*******  둥지로 134, 4 1/1';
    expect(readLedger([`집합건축물대장(전유부, 갑)\n(1쪽 중 제1쪽)\n${row}`])).toMatchObject({
      exclusiveAreaM2: 34,
      mainUse: '제2종근린생활시설(사무소)',
    });
  });

  it('is not what another document is', () => {
    expect(readLedger(['등기사항전부증명서(말소사항 포함)'])).toBeNull();
  });
});
