import { describe, expect, it } from 'vitest';
import { CANCEL_RED, type Page } from '../print/page.ts';
import { certificatePages, printCertificate } from '../print/print.ts';
import { imagineRegister } from '../register/imagine.ts';
import type { Register } from '../register/register.ts';
import { RISKS, type Risk, type Subject } from '../register/subject.ts';
import { readPdf } from '../testing/read-pdf.ts';
import type { Printing } from './certificate.ts';

const PRINTING: Printing = {
  variant: 'WITH_CANCELLED',
  usage: 'VIEW',
  withSummary: true,
  viewedAt: new Date('2026-01-23T00:08:07Z'),
};

function subject(over: Partial<Subject> = {}): Subject {
  return {
    seed: 'one',
    kind: '집합건물',
    uniqueNumber: '1101-2099-000001',
    lotAddress: '서울특별시 둥지구 가상동 123-45',
    roadAddress: '서울특별시 둥지구 둥지로12길 34',
    buildingName: '둥지타운',
    dong: '101',
    floor: '3',
    unit: '302',
    owners: ['홍길동'],
    risks: new Set<Risk>(),
    ...over,
  };
}

/** Seeds until one has a history of each sort: paid mortgage and lifted seizure. */
function registerWithHistory(over: Partial<Subject> = {}): Register {
  for (let seed = 0; seed < 100; seed += 1) {
    const register = imagineRegister(subject({ ...over, seed: String(seed) }));
    const cancelled = [...register.ownership, ...register.rights]
      .filter((entry) => entry.cancelled)
      .map((entry) => entry.purpose);
    if (cancelled.includes('가압류') && cancelled.includes('근저당권설정')) return register;
  }
  throw new Error('no seed with a history');
}

const letters = (page: Page) =>
  page
    .map((mark) => (mark.type === 'text' ? mark.text : ''))
    .join('')
    .replace(/\s+/gu, '');
const linesOf = (pages: readonly Page[]) =>
  pages.flatMap((page) => page.flatMap((mark) => (mark.type === 'text' ? [mark.text] : [])));
const live = (register: Register) =>
  [...register.ownership, ...register.rights].filter((entry) => !entry.cancelled && entry.deed === 'SET');

describe('the PDF of a certificate', () => {
  it.each(['집합건물', '건물', '토지'] as const)(
    'extracts letter by letter to what was printed (%s, ten seeds)',
    async (kind) => {
      for (let seed = 0; seed < 10; seed += 1) {
        const register = imagineRegister(
          subject({ kind, seed: `s${seed}`, risks: new Set(RISKS), owners: ['홍길동', '성춘향'] }),
        );
        const printing: Printing = {
          ...PRINTING,
          variant: seed % 2 ? 'VALID_ONLY' : 'WITH_CANCELLED',
          withSummary: seed % 3 > 0,
        };
        const read = await readPdf(await printCertificate(register, printing, 'text'));
        expect(read.map((page) => page.letters)).toEqual(certificatePages(register, printing).map(letters));
        expect(read.every((page) => page.pictures.length === 0)).toBe(true);
      }
    },
  );

  it('is the same, byte for byte, for the same viewing', async () => {
    const register = imagineRegister(subject());
    expect(await printCertificate(register, PRINTING, 'text')).toEqual(
      await printCertificate(register, PRINTING, 'text'),
    );
  });

  it('as a scan holds one 200 dpi picture a page and no text', async () => {
    const register = registerWithHistory();
    const read = await readPdf(await printCertificate(register, PRINTING, 'scan'));
    expect(read).toHaveLength(certificatePages(register, PRINTING).length);
    for (const page of read) expect(page).toMatchObject({ letters: '', texts: [], pictures: [[1654, 2339]] });
  });

  it('stays printable with fifty owners and names of any letters', async () => {
    const owners = Array.from({ length: 50 }, (_, index) => `<b>주인🏠${index}</b>${'가'.repeat(30)}`);
    const register = imagineRegister(subject({ owners, lotAddress: `서울특별시 ${'둥'.repeat(300)}` }));
    const read = await readPdf(await printCertificate(register, PRINTING, 'text'));
    expect(read.length).toBeGreaterThan(4);
  });
});

describe('the pages of a certificate', () => {
  it('carry title, kind, unique number, subject, watermark, viewing time and page numbers as originals do', () => {
    const lines = linesOf(certificatePages(registerWithHistory(), PRINTING));
    for (const line of [
      '등기사항전부증명서(말소사항 포함)',
      '- 집합건물 -',
      '고유번호 1101-2099-000001',
      '[집합건물] 서울특별시 둥지구 가상동 123-45 둥지타운 제101동 제3층 제302호',
      '【 갑 구 】   ( 소유권에 관한 사항 )',
      '【 을 구 】   ( 소유권 이외의 권리에 관한 사항 )',
      '( 대지권의 표시 )',
      '열 람 용',
      '열람일시 : 2026년01월23일 09시08분07초',
      '-- 이 하 여 백 --',
      '주요 등기사항 요약 (참고용)',
      '출력일시 : 2026년 1월 23일 오전 9시12분34초',
    ]) {
      expect(lines).toContain(line);
    }
    const numbers = lines.filter((line) => /^\d+\/\d+$/u.test(line));
    const bodyPages = numbers.length - 1;
    expect(numbers).toEqual([
      ...Array.from({ length: bodyPages }, (_, index) => `${index + 1}/${bodyPages}`),
      '1/1',
    ]);
  });

  it('strike each line of a cancelled row in red, and no other line', () => {
    const register = registerWithHistory({ risks: new Set(RISKS) });
    for (const page of certificatePages(register, PRINTING)) {
      const strikes = page.flatMap((mark, index) =>
        mark.type === 'line' && mark.color === CANCEL_RED ? [page[index - 1]] : [],
      );
      for (const struck of strikes) expect(struck?.type).toBe('text');
    }
    const struckTexts = certificatePages(register, PRINTING).flatMap((page) =>
      page.flatMap((mark, index) => {
        const before = page[index - 1];
        return mark.type === 'line' && mark.color === CANCEL_RED && before?.type === 'text'
          ? [before.text]
          : [];
      }),
    );
    expect(struckTexts).toContain('가압류');
    const expected = [...register.ownership, ...register.rights]
      .filter((entry) => entry.cancelled)
      .flatMap((entry) => entry.holder.map(({ text }) => text))
      .join('')
      .replace(/\s/gu, '');
    expect(struckTexts.join('').replace(/\s/gu, '').length).toBeGreaterThanOrEqual(expected.length);
  });

  it('leave out the dead and their cancellations in 현재 유효사항', () => {
    const register = registerWithHistory({ risks: new Set<Risk>(['mortgage']) });
    const pages = certificatePages(register, { ...PRINTING, variant: 'VALID_ONLY' });
    const text = linesOf(pages).join('\n');
    expect(text).toContain('등기사항전부증명서(현재 유효사항)');
    expect(text).not.toMatch(/번[^ ]*등기말소/u);
    expect(text).not.toContain('가압류결정');
    expect(pages.flat().some((mark) => mark.color === CANCEL_RED)).toBe(false);
    expect(text).toContain('근저당권설정');
  });

  it('of the issued sort have no watermark', () => {
    expect(linesOf(certificatePages(registerWithHistory(), { ...PRINTING, usage: 'ISSUE' }))).not.toContain(
      '열 람 용',
    );
  });
});

describe('an imagined register', () => {
  it('has nothing live but ownership without risks, and names the asked owner', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const register = imagineRegister(subject({ seed: String(seed) }));
      expect(live(register).every(({ right }) => right === 'OWNERSHIP')).toBe(true);
      expect(register.owners).toEqual([
        expect.objectContaining({ name: '홍길동', share: { parts: 1, of: 1 }, trustee: false }),
      ]);
    }
  });

  it.each([
    ['mortgage', ['근저당권설정']],
    ['seizure', ['압류']],
    ['trust', ['신탁']],
    ['lease-order', ['주택임차권']],
    ['auction', ['임의경매개시결정', '근저당권설정']],
    ['provisional', ['가압류', '소유권이전청구권가등기']],
  ] as const)('says what [risk=%s] asks for, live, for every seed', (risk, purposes) => {
    for (let seed = 0; seed < 30; seed += 1) {
      const register = imagineRegister(subject({ seed: String(seed), risks: new Set<Risk>([risk]) }));
      const found = live(register).map((entry) => entry.purpose);
      for (const purpose of purposes) expect(found).toContain(purpose);
    }
  });

  it('makes the trustee the owner of a trust, after the asked owner', () => {
    const register = imagineRegister(subject({ risks: new Set<Risk>(['trust']) }));
    expect(register.owners).toEqual([
      expect.objectContaining({ trustee: true, name: expect.stringContaining('신탁') }),
    ]);
    expect(register.ownership.flatMap((entry) => entry.holder.map(({ text }) => text)).join('\n')).toContain(
      '소유자 홍길동',
    );
  });

  it('splits the home between several owners', () => {
    const register = imagineRegister(subject({ owners: ['임꺽정', '성춘향'] }));
    expect(register.owners.map((owner) => [owner.name, owner.share])).toEqual([
      ['임꺽정', { parts: 1, of: 2 }],
      ['성춘향', { parts: 1, of: 2 }],
    ]);
  });

  it('numbers main entries upwards and receives them in the order of time', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const register = imagineRegister(subject({ seed: String(seed), risks: new Set(RISKS) }));
      for (const section of [register.ownership, register.rights]) {
        const main = section.filter((entry) => entry.rank && !entry.rank.includes('-'));
        expect(main.map((entry) => entry.rank)).toEqual(main.map((_, index) => String(index + 1)));
        const days = main.flatMap((entry) =>
          entry.receipt
            ? [entry.receipt.on.year * 10_000 + entry.receipt.on.month * 100 + entry.receipt.on.day]
            : [],
        );
        expect(days).toEqual([...days].sort((a, b) => a - b));
      }
    }
  });
});
