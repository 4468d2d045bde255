import type { FindingCode, FindingSeverity, LedgerView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { codesOf, findOf, OWNED, REGISTER_ID, subject } from '../testing/finding-subject.ts';
import type { RegisterRow } from '../testing/make-register.ts';
import { findingsOf, verdictOf } from './find.ts';

describe('findings of a register', () => {
  it('are none where everything was read and nothing burdens the home', () => {
    expect(findingsOf(subject())).toEqual([]);
    expect(verdictOf([])).toBe('CLEAR');
  });

  const RIGHT_OF = (rank: string, purpose: string, words: string): RegisterRow => [
    rank,
    purpose,
    '2020년1월2일|제10호',
    '2020년1월1일',
    words,
  ];
  it.each<[FindingCode, FindingSeverity, '갑구' | '을구', RegisterRow, number | null]>([
    [
      'PROVISIONAL_SEIZURE',
      'HIGH',
      '갑구',
      RIGHT_OF('2', '가압류', '청구금액 금39,337,433 원|채권자 가나은행'),
      39_337_433,
    ],
    ['SEIZURE', 'HIGH', '갑구', RIGHT_OF('2', '압류', '권리자 국|처분청 둥지세무서장'), null],
    [
      'INJUNCTION',
      'HIGH',
      '갑구',
      RIGHT_OF('2', '가처분', '피보전권리 소유권이전등기청구권|채권자 성춘향'),
      null,
    ],
    ['AUCTION', 'HIGH', '갑구', RIGHT_OF('2', '임의경매개시결정', '채권자 주식회사나다은행'), null],
    [
      'PROVISIONAL_REGISTRATION',
      'HIGH',
      '갑구',
      RIGHT_OF('2', '소유권이전청구권가등기', '가등기권자 성춘향 770707-*******'),
      null,
    ],
    [
      'MORTGAGE',
      'CAUTION',
      '을구',
      RIGHT_OF('1', '근저당권설정', '채권최고액 금12,000,000원|근저당권자 가나은행'),
      12_000_000,
    ],
    [
      'JEONSE_RIGHT',
      'CAUTION',
      '을구',
      RIGHT_OF('1', '전세권설정', '전세금 금10,000,000원|전세권자 성춘향'),
      10_000_000,
    ],
    [
      'LEASEHOLD_ORDER',
      'HIGH',
      '을구',
      RIGHT_OF('1', '주택임차권', '임차보증금 금20,000,000원|임차권자 성춘향'),
      20_000_000,
    ],
    [
      'SUPERFICIES',
      'CAUTION',
      '을구',
      RIGHT_OF('1', '지상권설정', '목적 건물의 소유|지상권자 가나은행'),
      null,
    ],
  ])('tell %s (%s) with its place and amount', (code, severity, section, row, amountKrw) => {
    const made = section === '갑구' ? { 갑구: [OWNED, row] } : { 을구: [row] };
    const [found, ...more] = findOf(subject(made), code);
    expect(found).toMatchObject({ code, severity, amountKrw });
    expect(found?.evidence).toEqual([
      expect.objectContaining({ documentId: REGISTER_ID, page: 1, section, rank: row[0] }),
    ]);
    expect(found?.evidence[0]?.places).toHaveLength(1);
    expect(more).toEqual([]);
    // A lien that was crossed out is none.
    const [rank, purpose, receipt, cause, words] = row;
    const dead: RegisterRow = [rank, purpose, receipt ?? '', cause ?? '', words ?? '', 'struck'];
    expect(codesOf(subject(section === '갑구' ? { 갑구: [OWNED, dead] } : { 을구: [dead] }))).toEqual([]);
  });

  it('name a provisional seizure only by its own name', () => {
    const codes = codesOf(subject({ 갑구: [OWNED, RIGHT_OF('2', '가압류', '청구금액 금1,000원')] }));
    expect(codes).toContain('PROVISIONAL_SEIZURE');
    expect(codes).not.toContain('SEIZURE');
  });

  it('tell a trust, and that its trustee is not the landlord', () => {
    const asked = subject({
      갑구: [
        OWNED,
        [
          '2',
          '소유권이전',
          '2024년1월2일|제10호',
          '2024년1월2일|신탁',
          '수탁자 가나자산신탁주식회사 110111-0000009',
        ],
        ['', '신탁', '', '', '신탁원부 제2024-1521호'],
      ],
    });
    expect(findOf(asked, 'TRUST')).toMatchObject([{ severity: 'HIGH' }]);
    expect(findOf(asked, 'OWNER_MISMATCH')).toMatchObject([
      { severity: 'HIGH', params: { landlord: '홍길동', owners: '가나자산신탁주식회사' } },
    ]);
  });

  it('tell several owners; one of them as landlord is no other person', () => {
    const owners = '공유자|지분 2분의 1|임꺽정 750505-*******|지분 2분의 1|성춘향 770707-*******';
    const asked = subject(
      { 갑구: [['1', '소유권보존', '2010년5월6일|제1호', '', owners]] },
      { nest: { landlordName: '임꺽정' } },
    );
    expect(findOf(asked, 'CO_OWNERSHIP')).toMatchObject([{ params: { owners: '임꺽정(1/2), 성춘향(1/2)' } }]);
    expect(codesOf(asked)).not.toContain('OWNER_MISMATCH');
  });

  it('count liens from the third on, and transfers within a year from the second on', () => {
    const lien = (rank: string) =>
      RIGHT_OF(rank, '근저당권설정', '채권최고액 금1,000,000원|근저당권자 가나은행');
    expect(codesOf(subject({ 을구: [lien('1'), lien('2')] }))).not.toContain('MANY_LIENS');
    expect(findOf(subject({ 을구: [lien('1'), lien('2'), lien('3')] }), 'MANY_LIENS')).toMatchObject([
      { params: { count: 3 } },
    ]);
    const sold = (rank: string, day: string): RegisterRow => [
      rank,
      '소유권이전',
      `${day}|제1${rank}호`,
      `${day}|매매`,
      '소유자 홍길동 800101-*******',
    ];
    const often = (first: string) =>
      codesOf(subject({ 갑구: [OWNED, sold('2', first), sold('3', '2025년12월1일')] }));
    expect(often('2025년1월24일')).toContain('FREQUENT_TRANSFER');
    expect(often('2025년1월20일')).not.toContain('FREQUENT_TRANSFER');
  });

  it('tell a register of its own for the land', () => {
    expect(codesOf(subject({ land: '별도등기 있음|1토지(갑구 4번 신탁등기)' }))).toEqual([
      'SEPARATE_LAND_REGISTER',
    ]);
  });
});

describe('findings of a ledger', () => {
  it('tell a violation with what was noted of it', () => {
    const violationHistory = [
      { page: 2, text: '위반건축물 (옥상 증축)' },
    ] as unknown as LedgerView['violationHistory'];
    const [found] = findOf(
      subject({}, { ledger: { violation: 'YES', violationHistory } }),
      'ILLEGAL_BUILDING',
    );
    expect(found).toMatchObject({
      severity: 'HIGH',
      evidence: [{ page: 2, text: '위반건축물 (옥상 증축)' }],
    });
  });

  it.each([
    ['제2종근린생활시설', 'VILLA', true],
    ['업무시설(오피스텔)', 'OFFICETEL', false],
    ['업무시설', 'OFFICETEL', false],
    ['업무시설', 'APARTMENT', true],
    ['다세대주택, 제1종근린생활시설', 'VILLA', false],
  ] as const)('tell whether %s is no home for a %s', (mainUse, buildingType, isTold) => {
    const codes = codesOf(subject({}, { nest: { buildingType }, ledger: { mainUse } }));
    expect(codes.includes('NON_RESIDENTIAL_USE')).toBe(isTold);
  });
});
