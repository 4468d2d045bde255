import type { RegistryView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { codesOf, findOf, OWNED, REGISTER_ID, subject } from '../testing/finding-subject.ts';
import type { MadeRegister } from '../testing/make-register.ts';
import { findingsOf, verdictOf } from './find.ts';
import { wordFinding } from './word.ts';

describe('what documents and nest say of the same', () => {
  it.each([
    ['another landlord', { nest: { landlordName: '성춘향' } }, ['OWNER_MISMATCH']],
    ['another unit', { nest: { detailAddress: '101동 303호' } }, ['UNIT_MISMATCH', 'UNIT_MISMATCH']],
    ['another block', { nest: { detailAddress: '102동 302호' } }, ['UNIT_MISMATCH']],
    [
      'a longer number of the road',
      { ledger: { roadAddress: '서울특별시 둥지구 둥지로12길 340' } },
      ['UNIT_MISMATCH'],
    ],
    ['another area', { ledger: { exclusiveAreaM2: 60.1 } }, ['UNIT_MISMATCH']],
    ['an area rounded in older records', { ledger: { exclusiveAreaM2: 59.98 } }, []],
    ['an area that was not read', { ledger: { exclusiveAreaM2: null } }, []],
  ])('differs by %s', (_, more, codes) => {
    expect(codesOf(subject({}, more))).toEqual(codes);
  });

  it('weighs debts and deposit against the price, to the tenth of a per cent', () => {
    const at = (depositKrw: number) => findOf(subject({}, { nest: { depositKrw } }), 'DEBT_RATIO');
    expect(at(350_000_000)).toEqual([]);
    expect(at(350_500_000)).toMatchObject([{ severity: 'CAUTION', params: { percent: 70.1 } }]);
    expect(at(450_000_000)).toMatchObject([{ severity: 'CAUTION' }]);
    expect(at(450_500_000)).toMatchObject([{ severity: 'HIGH', amountKrw: 450_500_000 }]);
  });

  it('grows old: a register after 30 days, a ledger after 90', () => {
    const viewed = { viewedAt: '2026-01-23T00:00:00.000Z' };
    const on = (now: string, asOf: string) =>
      findOf(subject({}, { registry: viewed, ledger: { asOf }, now }), 'STALE_DOCUMENT').map(
        ({ text }) => text,
      );
    expect(on('2026-02-22T23:59:59.000Z', '2026-02-01')).toEqual([]);
    expect(on('2026-02-23T00:00:00.000Z', '2026-02-01')).toEqual(['STALE_REGISTRY']);
    expect(on('2026-01-24T00:00:00.000Z', '2025-10-26')).toEqual([]);
    expect(on('2026-01-24T00:00:00.000Z', '2025-10-25')).toEqual(['STALE_LEDGER']);
  });
});

describe('what cannot be told', () => {
  it.each([
    ['no register', { registry: null }, 'NO_REGISTRY'],
    [
      'a register that is being read',
      { registry: { documentId: REGISTER_ID, analysis: 'PENDING', view: null } },
      'REGISTRY_PENDING',
    ],
    [
      'a register that could not be read',
      { registry: { documentId: REGISTER_ID, analysis: 'FAILED', view: null } },
      'REGISTRY_FAILED',
    ],
    [
      'another document',
      { registry: { documentId: REGISTER_ID, analysis: 'DONE', view: null } },
      'REGISTRY_OTHER_DOCUMENT',
    ],
  ] as const)('is told: %s', (_, more, text) => {
    const found = findingsOf({ ...subject(), ...more });
    expect(found).toMatchObject([{ code: 'CANNOT_TELL', severity: 'CAUTION', text }]);
    expect(verdictOf(found)).toBe('CANNOT_TELL');
  });

  it.each([
    ['pages are missing', {}, { complete: false, doubts: ['PAGES_MISSING'] }, 'REGISTRY_INCOMPLETE'],
    ['owners were not read', {}, { owners: [], doubts: ['OWNER_UNREAD'] }, 'OWNERS_UNREAD'],
    [
      'an amount was not read',
      {
        을구: [
          ['1', '근저당권설정', '2020년1월2일|제10호', '', '채권최고액 금12,000,0 0원|근저당권자 가나은행'],
        ],
      },
      {},
      'AMOUNTS_UNREAD',
    ],
    [
      'an entry is struck in part',
      {
        을구: [
          [
            '1',
            '근저당권설정',
            '2020년1월2일|제10호',
            '',
            '채권최고액 금12,000,000원|근저당권자 가나은행',
            [0],
          ],
        ],
      },
      {},
      'ENTRIES_UNCLEAR',
    ],
  ] as const)('is never green: %s', (_, made, registry, text) => {
    const found = findingsOf(
      subject(made as unknown as MadeRegister, { registry: registry as unknown as Partial<RegistryView> }),
    );
    expect(found.map((each) => each.text)).toContain(text);
    expect(['CANNOT_TELL', 'DANGER']).toContain(verdictOf(found));
  });

  it('is a house whose other tenants nobody knows, however small the own deposit', () => {
    for (const buildingType of ['MULTI_HOUSEHOLD', 'DETACHED'] as const) {
      const found = findingsOf(subject({}, { nest: { buildingType, depositKrw: 1_000_000 } }));
      expect(found).toMatchObject([{ code: 'CANNOT_TELL', text: 'OTHER_DEPOSITS_UNKNOWN' }]);
      expect(verdictOf(found)).toBe('CANNOT_TELL');
    }
  });

  it('says how to photograph a page that could not be read', () => {
    const none = { documentId: REGISTER_ID, view: null };
    for (const analysis of ['DONE', 'FAILED'] as const) {
      const found = findingsOf({
        ...subject(),
        registry: { ...none, analysis },
        ledger: { ...none, analysis },
      });
      expect(found).toHaveLength(2);
      for (const each of found) {
        expect(wordFinding(each, 'ko').advice).toMatch(/PDF.*사진이라면.*반듯하게 다시/);
        expect(wordFinding(each, 'en').advice).toMatch(/PDF.*hotograph.*flat.*above/s);
      }
    }
  });

  it('of a ledger is mild, but nothing is clear without it', () => {
    const found = findingsOf({ ...subject(), ledger: null });
    expect(found).toMatchObject([{ code: 'CANNOT_TELL', severity: 'INFO', text: 'NO_LEDGER' }]);
    expect(verdictOf(found)).toBe('CANNOT_TELL');
    expect(codesOf(subject({}, { ledger: { violation: 'UNKNOWN' } }))).toEqual(['CANNOT_TELL']);
  });
});

describe('the words', () => {
  it('name every amount and leave no gap, in both languages', () => {
    const asked = subject(
      {
        갑구: [OWNED, ['2', '압류', '2020년1월2일|제10호', '', '권리자 국']],
        을구: [
          ['1', '근저당권설정', '2020년1월2일|제10호', '', '채권최고액 금12,000,000원|근저당권자 가나은행'],
        ],
      },
      { nest: { landlordName: '성춘향', housePriceKrw: null }, now: '2026-06-01T00:00:00.000Z' },
    );
    for (const locale of ['ko', 'en'] as const)
      for (const { title, detail, advice } of findingsOf(asked).map((found) => wordFinding(found, locale)))
        for (const words of [title, detail, advice]) {
          expect(words).not.toBe('');
          expect(words).not.toMatch(/[{}]|undefined|NaN/);
        }
    const mortgage = findingsOf(asked).find(({ code }) => code === 'MORTGAGE');
    if (!mortgage) throw new Error('no mortgage');
    expect(JSON.stringify(wordFinding(mortgage, 'ko'))).toContain('12,000,000');
    expect(JSON.stringify(wordFinding(mortgage, 'en'))).toContain('12,000,000');
  });

  it('come gravest first', () => {
    const asked = subject({
      갑구: [OWNED, ['2', '압류', '2020년1월2일|제10호', '', '권리자 국']],
      을구: [
        ['1', '근저당권설정', '2020년1월2일|제10호', '', '채권최고액 금12,000,000원|근저당권자 가나은행'],
      ],
    });
    expect(findingsOf(asked).map(({ severity }) => severity)).toEqual(['HIGH', 'CAUTION']);
    expect(verdictOf(findingsOf(asked))).toBe('DANGER');
  });
});
