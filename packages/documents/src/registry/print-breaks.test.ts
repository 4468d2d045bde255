import type { RegistryView } from '@dungji/contracts';
import { generateStranger, STRANGERS } from '@dungji/document-samples';
import { describe, expect, it } from 'vitest';
import type { PageLayout } from '../layout/page-layout.ts';
import { openPdf } from '../reader/pdf.ts';
import { codesOf, OWNED, subject } from '../testing/finding-subject.ts';
import { type MadeRegister, makeRegister, type RegisterRow } from '../testing/make-register.ts';
import { readRegistry } from './read-registry.ts';

const read = (pages: MadeRegister | PageLayout[]): RegistryView => {
  const register = readRegistry(Array.isArray(pages) ? pages : makeRegister(pages));
  if (!register) throw new Error('expected a register');
  return register;
};
const MORTGAGE: RegisterRow = [
  '1',
  '근저당권설정',
  '2015년3월2일|제12346호',
  '2015년3월2일|설정계약',
  '채권최고액 금240,000,000원|채무자 홍길동|근저당권자 주식회사가나은행 110111-0000003',
];

describe('how registers are printed breaks nothing:', () => {
  it('neither floors of the building nor shares of the land are the area of the unit', () => {
    const building = [
      '서울특별시 둥지구|가상동 123-45|둥지타운',
      '철근콘크리트구조|지1층 63.7㎡|1층 120.15㎡|2층 120.15㎡|옥탑1층 7.44㎡(연면적제외)',
    ] as const;
    const land = '2010년5월6일 등기';
    expect(read({ building, land, unit: '철근콘크리트구조|25.59㎡' }).exclusiveAreaM2).toBe(25.59);
    expect(read({ building, land }).exclusiveAreaM2).toBeNull();
  });

  it.each([
    ['63.7㎡', 63.7],
    ['34㎡', 34],
    ['1,203.45㎡', 1203.45],
    // The sign was taken for another digit, and nothing says which.
    ['63.72', null],
    ['63.7㎡|12.3㎡', null],
  ])('%s is an area of %s', (printed, areaM2) => {
    expect(read({ unit: `철근콘크리트구조|${printed}` }).exclusiveAreaM2).toBe(areaM2);
  });

  it.each(['[도로명주소]', '[도로명주소)', '［도로명주소］', '[도로명주소'])(
    'the road address below %s stays free of the column beside it',
    (label) => {
      const { roadAddress } = read({
        building: [
          `서울특별시 둥지구|가상동 123-45|둥지타운|${label}|서울특별시 둥지구|둥지로12길 34`,
          '철근콘크리트구조|평지붕 3층|다세대주택|1층 45.29㎡|2층 45.29㎡|3층 45.29㎡',
        ],
      });
      expect(roadAddress).toBe('서울특별시 둥지구 둥지로12길 34');
    },
  );

  // 30 pixels at 200 dpi are 11 points: nearly the distance of two lines.
  it.each([-3, 4, 11, 13])('a rank that stands %i points lower than its row keeps its row', (points) => {
    const pages = makeRegister({
      갑구: [OWNED, ['2', '압류', '2019년1월2일|제3호', '', '권리자 국|처분청']],
      을구: [MORTGAGE],
    });
    for (const page of pages) {
      const ranks = page.glyphs.filter(({ text, left, right }) => left < 40 && right < 60 && text === '1');
      for (const glyph of ranks)
        page.glyphs[page.glyphs.indexOf(glyph)] = { ...glyph, baseline: glyph.baseline + points };
    }
    const { entries, seniorDebtKrw, complete } = read(pages);
    expect(entries.map(({ section, rank, purpose }) => [section, rank, purpose])).toEqual([
      ['갑구', '1', '소유권보존'],
      ['갑구', '2', '압류'],
      ['을구', '1', '근저당권설정'],
    ]);
    expect({ seniorDebtKrw, complete }).toEqual({ seniorDebtKrw: 240_000_000, complete: true });
  });

  it('what the summary repeats of transfers, changes and pledges adds nothing', () => {
    const register = read({
      을구: [
        MORTGAGE,
        ['1-1', '1번근저당권이전', '2017년9월1일|제5호', '확정채권양도', '근저당권자 라마유동화전문유한회사'],
        ['1-2', '1번근저당권부질권설정', '2018년9월1일|제6호', '', '채권액 금500,000,000원|채권자 나다은행'],
        [
          '2',
          '주택임차권',
          '2020년9월1일|제7호',
          '2020년9월1일|서울북부지방법원의 임차권등기명령',
          '임차보증금 금180,000,000원|임차권자 이몽룡 900909-*******',
        ],
      ],
      summary: [
        ['1', '근저당권설정', '2015년3월2일|제12346호', '채권최고액 금240,000,000원', '홍길동'],
        ['1-1', '근저당권이전', '2017년9월1일|제5호', '근저당권자 라마유동화전문유한회사', '홍길동'],
        ['1-2', '근저당권부질권', '2018년9월1일|제6호', '채권최고액 금240,000,000원', '홍길동'],
        // The summary has other names for some rights.
        ['2', '임차권설정', '2020년9월1일|제7호', '임차보증금 금180,000,000원', '홍길동'],
      ],
    });
    expect(register).toMatchObject({ seniorDebtKrw: 420_000_000, complete: true, doubts: [] });
  });

  it('an application under way leaves the whole in doubt', () => {
    const register = read({ footer: '등기신청사건 처리중인 등기부입니다.' });
    expect(register).toMatchObject({ complete: false, seniorDebtKrw: null });
    expect(register.doubts).toContain('APPLICATION_PENDING');
  });
});

it.each(STRANGERS)('what sounds like a register is none: %s', async (kind) => {
  const { pdf } = await generateStranger('taken-for-one', kind);
  const document = await openPdf(pdf);
  expect(readRegistry([await document.layoutOf(0)])).toBeNull();
});

it('a clean register of another unit is no clean verdict', () => {
  for (const detailAddress of ['101동 303호', '102동 302호', '비302호'])
    expect(codesOf(subject({}, { nest: { detailAddress } }))).toContain('UNIT_MISMATCH');
  // Written in another way, it is the same unit.
  for (const detailAddress of ['101동 302호', '제101동 제302호', '302호', '302'])
    expect(codesOf(subject({}, { nest: { detailAddress } }))).toEqual([]);
});
