import type { RegistryEntry, RegistryView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { type MadeRegister, makeRegister, type RegisterRow } from '../testing/make-register.ts';
import { readRegistry } from './read-registry.ts';

const read = (made: MadeRegister): RegistryView => {
  const register = readRegistry(makeRegister(made));
  if (!register) throw new Error('expected a register');
  return register;
};
const entry = (register: RegistryView, section: string, rank: string | null): RegistryEntry => {
  const found = register.entries.find((each) => each.section === section && each.rank === rank);
  if (!found) throw new Error(`no ${section} ${rank}`);
  return found;
};
const mortgage = (rank: string, krw: string, struck?: 'struck' | number[]): RegisterRow => [
  rank,
  '근저당권설정',
  '2015년3월2일|제12346호',
  '2015년3월2일|설정계약',
  `채권최고액 금${krw}원|채무자 홍길동|근저당권자 주식회사가나은행 110111-0000003`,
  struck,
];
const cancels = (rank: string, purpose: string): RegisterRow => [
  rank,
  purpose,
  '2020년5월30일|제29438호',
  '2020년5월30일|해지',
];

describe('what goes wrong in public does not go wrong here:', () => {
  it('a summary page adds nothing to the sum', () => {
    const register = read({
      을구: [mortgage('1', '240,000,000')],
      summary: [['1', '근저당권설정', '2015년3월2일|제12346호', '채권최고액 금240,000,000원', '홍길동']],
    });
    expect(register).toMatchObject({ seniorDebtKrw: 240_000_000, complete: true });
  });

  it('a summary that knows more than the body leaves the whole in doubt', () => {
    const register = read({
      을구: [mortgage('1', '240,000,000', 'struck'), cancels('2', '1번근저당권설정등기말소')],
      summary: [['1', '근저당권설정', '2015년3월2일|제12346호', '채권최고액 금240,000,000원', '홍길동']],
    });
    expect(register).toMatchObject({ seniorDebtKrw: null, complete: false, doubts: ['SUMMARY_DISAGREES'] });
  });

  it('a struck lien is dead, although its text is the same', () => {
    const register = read({ 을구: [mortgage('1', '132,600,000', 'struck')] });
    expect(entry(register, '을구', '1')).toMatchObject({ cancelled: true, cancelledBy: 'STRIKE' });
    expect(register.seniorDebtKrw).toBe(0);
  });

  it('a cancellation in 갑구 does not reach the same rank in 을구', () => {
    const register = read({
      갑구: [
        ['1', '소유권보존', '2010년5월6일|제1호', '', '소유자 홍길동 800101-*******'],
        ['2', '가압류', '2018년10월18일|제2호', '', '청구금액 금39,337,433 원|채권자 주식회사다라캐피탈'],
        cancels('3', '2번가압류등기말소'),
      ],
      을구: [mortgage('1', '1,000,000'), mortgage('2', '240,000,000')],
    });
    expect(entry(register, '갑구', '2').cancelled).toBe(true);
    expect(entry(register, '을구', '2').cancelled).toBe(false);
    expect(register.seniorDebtKrw).toBe(241_000_000);
  });

  it('a purpose that its column cuts in two still cancels', () => {
    const register = read({ 을구: [mortgage('1', '132,600,000'), cancels('2', '1번근저당권설정등|기말소')] });
    expect(entry(register, '을구', '1')).toMatchObject({ cancelled: true, cancelledBy: 'ENTRY' });
    expect(register.seniorDebtKrw).toBe(0);
  });

  it.each([
    ['1번근저당권설정, 3번근저당권설정등기말소', [true, false, true]],
    ['1번, 3번 근저당권설정등기말소', [true, false, true]],
    ['1번내지3번근저당권설정등기말소', [true, true, true]],
    ['3번근저당권설정등기말소', [false, false, true]],
  ])('%s ends exactly those ranks', (purpose, expected) => {
    const register = read({
      을구: [
        mortgage('1', '1,000,000'),
        mortgage('2', '2,000,000'),
        mortgage('3', '4,000,000'),
        cancels('4', purpose),
      ],
    });
    expect(['1', '2', '3'].map((rank) => entry(register, '을구', rank).cancelled)).toEqual(expected);
  });

  it('only 전유부분 tells the exclusive area, with one decimal too', () => {
    expect(read({ unit: '철근콘크리트구조|63.7㎡', land: '2010년5월6일 등기' }).exclusiveAreaM2).toBe(63.7);
    expect(read({ land: '250.3㎡' }).exclusiveAreaM2).toBeNull();
  });

  it('가압류 is no 압류', () => {
    const register = read({
      갑구: [
        ['1', '소유권보존', '2010년5월6일|제1호', '', '소유자 홍길동 800101-*******'],
        ['2', '가압류', '2018년10월18일|제2호', '', '청구금액 금39,337,433 원'],
        ['3', '압류', '2019년1월2일|제3호', '', '권리자 국'],
        cancels('4', '3번압류등기말소'),
      ],
    });
    expect(register.entries.map(({ right, cancelled }) => [right, cancelled])).toEqual([
      ['OWNERSHIP', false],
      ['PROVISIONAL_SEIZURE', false],
      ['SEIZURE', true],
      ['SEIZURE', false],
    ]);
  });

  it('changes replace, transfers and pledges add nothing', () => {
    const register = read({
      을구: [
        mortgage('1', '240,000,000'),
        ['1-1', '1번근저당권변경', '2016년9월1일|제4호', '변경계약', '채권최고액 금112,000,000원'],
        ['1-2', '1번근저당권이전', '2017년9월1일|제5호', '확정채권양도', '근저당권자 라마유동화전문유한회사'],
        ['1-3', '1번근저당권부질권설정', '2018년9월1일|제6호', '', '채권액 금500,000,000원|채권자 나다은행'],
      ],
    });
    expect(register.seniorDebtKrw).toBe(112_000_000);
    expect(entry(register, '을구', '1')).toMatchObject({
      amountKrw: 240_000_000,
      inForce: { amountKrw: 112_000_000, holder: '라마유동화전문유한회사' },
    });
  });

  it('past owners are not owners', () => {
    const register = read({
      갑구: [
        ['1', '소유권보존', '2010년5월6일|제1호', '', '소유자 주식회사가나건설 110111-0000001'],
        [
          '2',
          '소유권이전',
          '2015년3월2일|제2호',
          '매매',
          '소유자 홍길동 800101-*******|거래가액 금350,000,000원',
        ],
        [
          '3',
          '소유권이전',
          '2025년3월4일|제3호',
          '매매',
          '공유자|지분 2분의 1|임꺽정 750505-*******|서울특별시 둥지구 둥지로 77|지분 2분의 1|성춘향 760606-*******',
        ],
        [
          '4',
          '3번임꺽정지분전부이전',
          '2025년4월4일|제4호',
          '매매',
          '소유자|지분 2분의 1|성춘향 760606-*******',
        ],
      ],
    });
    expect(register.owners).toEqual([{ name: '성춘향', share: '1/1', rank: '4', trustee: false }]);
  });

  it('the moment of viewing is that of the foot, not the first day in the document', () => {
    expect(read({}).viewedAt).toBe('2026-01-23T00:08:07.000Z');
  });

  it.each([
    ['채권최고액 금 30,000,000 원', 30_000_000],
    ['채권최고액 금3억2,000만원', 320_000_000],
    ['채권최고액 금일억이천만원', 120_000_000],
    ['채권최고액 금1,32,000원', null],
    ['채권최고액 미화금500,000달러', null],
    ['채권최고액 금원', null],
  ])('%s is %s won, or not known, and never zero', (words, krw) => {
    const register = read({ 을구: [['1', '근저당권설정', '2015년3월2일|제1호', '설정계약', words]] });
    expect(register.seniorDebtKrw).toBe(krw);
  });

  it('a row that is struck in part is unknown, and counts as alive', () => {
    const register = read({ 을구: [mortgage('1', '132,600,000', [0])] });
    expect(entry(register, '을구', '1')).toMatchObject({
      cancelled: null,
      doubts: expect.arrayContaining(['CANCELLATION_UNCLEAR']),
    });
    expect(register.seniorDebtKrw).toBeNull();
  });

  it('a struck amount that a change replaced is no doubt', () => {
    const register = read({
      을구: [
        mortgage('1', '132,600,000', [0]),
        ['1-1', '1번근저당권변경', '2016년9월1일|제4호', '변경계약', '채권최고액 금112,000,000원'],
      ],
    });
    expect(entry(register, '을구', '1').cancelled).toBe(false);
    expect(register.seniorDebtKrw).toBe(112_000_000);
  });

  it('a cancellation of one share, or of a part, leaves the rest alive', () => {
    for (const purpose of ['1번홍길동지분근저당권설정등기말소', '1번근저당권설정등기일부말소'])
      expect(read({ 을구: [mortgage('1', '132,600,000'), cancels('2', purpose)] }).seniorDebtKrw).toBe(
        132_600_000,
      );
  });

  it('a restored entry lives again', () => {
    const register = read({
      을구: [
        mortgage('1', '132,600,000', 'struck'),
        cancels('2', '1번근저당권설정등기말소'),
        cancels('3', '1번근저당권설정등기회복'),
      ],
    });
    expect(entry(register, '을구', '1').cancelled).toBe(false);
    expect(register.seniorDebtKrw).toBe(132_600_000);
  });

  it('the end of a trust does not end the transfer it stands below', () => {
    const register = read({
      갑구: [
        ['1', '소유권보존', '2010년5월6일|제1호', '', '소유자 홍길동 800101-*******'],
        ['2', '소유권이전', '2020년5월6일|제2호', '신탁', '수탁자 가나자산신탁주식회사 110111-0000009'],
        ['', '신탁', '', '', '신탁원부 제2020-1521호'],
        ['3', '소유권이전', '2021년5월6일|제3호', '신탁재산의귀속', '소유자 홍길동 800101-*******'],
        ['', '2번 신탁등기말소', '', '신탁재산의귀속'],
      ],
    });
    expect(entry(register, '갑구', '2').cancelled).toBe(false);
    expect(register.entries.find((each) => each.right === 'TRUST' && each.deed === 'SET')?.cancelled).toBe(
      true,
    );
    expect(register.owners).toEqual([{ name: '홍길동', share: '1/1', rank: '3', trustee: false }]);
  });

  it.each([
    ['a page that is not there', { footer: '열람일시 : 2026년01월23일 09시08분07초 1/3' }],
    ['an end that is not there', { end: false }],
    ['a lost row', { 을구: [mortgage('1', '1,000,000'), mortgage('3', '2,000,000')] }],
    ['a certificate of a part', { title: '등기사항일부증명서(말소사항 포함)' }],
  ] satisfies [string, MadeRegister][])('%s leaves every sum unknown', (_, made) => {
    expect(read(made)).toMatchObject({ complete: false, seniorDebtKrw: null, seniorDebtAtMostKrw: null });
  });

  it('rows below headings that nobody understands are not taken for none', () => {
    const pages = makeRegister({ 을구: [mortgage('1', '1,000,000')] });
    for (const page of pages)
      page.glyphs.splice(
        0,
        page.glyphs.length,
        ...page.glyphs.filter(({ text }) => text !== '순' && text !== '위'),
      );
    expect(readRegistry(pages)).toMatchObject({ complete: false, seniorDebtKrw: null });
  });

  it('the summary alone proves nothing', () => {
    const [, summary] = makeRegister({
      summary: [['1', '근저당권설정', '2015년3월2일|제12346호', '채권최고액 금240,000,000원', '홍길동']],
    });
    if (!summary) throw new Error('no summary');
    expect(readRegistry([summary])).toMatchObject({
      variant: 'SUMMARY_ONLY',
      complete: false,
      seniorDebtKrw: null,
    });
  });

  it('the register of a company is no register of a home', () => {
    const pages = makeRegister({
      instead: [
        '등기사항전부증명서(현재 유효사항)',
        '등기번호 000123',
        '상 호 주식회사가나건설',
        '본 점 서울특별시 둥지구 둥지로 1',
      ],
    });
    expect(readRegistry(pages)).toBeNull();
  });

  it('numbers of persons leave no trace in what was read', () => {
    const register = read({ 을구: [mortgage('1', '240,000,000')] });
    expect(JSON.stringify(register)).not.toMatch(/\d{6}-[\d*]{7}/);
  });
});
