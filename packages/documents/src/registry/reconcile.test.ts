import type { RegistryView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { codesOf, findOf, subject } from '../testing/finding-subject.ts';
import { type MadeRegister, makeRegister, type RegisterRow } from '../testing/make-register.ts';
import { readRegistry } from './read-registry.ts';
import { reconciled } from './reconcile.ts';

/** A register as recognition would hand it over. */
function recognised(made: MadeRegister): RegistryView {
  const pages = makeRegister({ unit: '철근콘크리트구조|59.9㎡', 을구: [], ...made }).map((page) => ({
    ...page,
    method: 'OCR' as const,
    glyphs: page.glyphs.map((glyph) => ({ ...glyph, confidence: 0.9 })),
  }));
  const view = readRegistry(pages);
  if (!view) throw new Error('expected a register');
  return view;
}
const owned = (who: string): RegisterRow[] => [['1', '소유권보존', '2010년5월6일|제33649호', '', who]];
const ownedBy = (name: string): RegisterRow[] => owned(`소유자 ${name} 750505-*******`);
const both = (one: MadeRegister, two: MadeRegister): RegistryView => {
  const view = reconciled(recognised(one), recognised(two));
  if (!view) throw new Error('expected a register');
  return view;
};

describe('of two readings of one page', () => {
  it('an owner whom both name is the owner', () => {
    const view = both({ 갑구: ownedBy('임꺽정') }, { 갑구: ownedBy('임꺽정') });
    expect(view).toMatchObject({ owners: [{ name: '임꺽정' }], complete: true, doubts: [] });
    expect(view.entries[0]).toMatchObject({ holder: '임꺽정', inForce: { holder: '임꺽정' } });
  });

  it('an owner whom they name differently is nobody, and the reason is told', () => {
    const view = both({ 갑구: ownedBy('임정') }, { 갑구: ownedBy('억정') });
    expect(view).toMatchObject({ owners: [], seniorDebtKrw: 0, complete: true, doubts: ['OWNER_UNREAD'] });
    expect(view.entries[0]).toMatchObject({ holder: null, inForce: { holder: null } });
  });

  it.each([
    ['임꺽정', '임정'],
    ['임정', '임꺽정'],
    ['성춘향', '성춘항'],
  ])('neither of %s and %s is the landlord for certain, nor another', (first, second) => {
    for (const landlordName of [first, second, '황진이']) {
      const registry = both({ 갑구: ownedBy(first) }, { 갑구: ownedBy(second) });
      const asked = subject({}, { nest: { landlordName }, registry });
      expect(codesOf(asked)).toEqual(['CANNOT_TELL']);
      expect(findOf(asked, 'CANNOT_TELL')).toMatchObject([{ text: 'OWNERS_UNREAD', severity: 'CAUTION' }]);
    }
  });

  it('an owner whom the summary names differently is nobody', () => {
    const summaryOf = (name: string): MadeRegister => ({ 갑구: ownedBy('임정'), summaryOwner: name });
    expect(both(summaryOf('임정'), summaryOf('임정')).owners).toMatchObject([{ name: '임정' }]);
    const view = both(summaryOf('임꺽정'), summaryOf('임꺽정'));
    expect(view).toMatchObject({ owners: [], complete: true, doubts: ['OWNER_UNREAD'] });
  });

  it('a trustee without a readable name still holds in trust', () => {
    const trust = (name: string): MadeRegister => ({
      갑구: [
        ...ownedBy('홍길동'),
        ['2', '소유권이전', '2020년5월6일|제2호', '2020년5월6일|신탁', `수탁자 ${name} 110111-0000009`],
      ],
    });
    const registry = both(trust('가나자산신탁주식회사'), trust('가나자신신탁주식회사'));
    expect(registry.owners).toEqual([]);
    expect(findOf(subject({}, { registry }), 'TRUST')).toMatchObject([
      { severity: 'HIGH', evidence: [{ section: '갑구', rank: '2' }] },
    ]);
  });

  it('a number that one of them has is no number', () => {
    const other = recognised({});
    const view = reconciled(other, { ...other, uniqueNumber: '1101-2099-000007' });
    expect(view?.uniqueNumber).toBeNull();
  });

  it('a number that another page has differently is no number', () => {
    expect(recognised({}).uniqueNumber).toBe('1101-2099-000001');
    const repeated = (number: string) => recognised({ footer: `고유번호 ${number}` }).uniqueNumber;
    expect(repeated('1101-2099-000001')).toBe('1101-2099-000001');
    expect(repeated('1101-2099-000007')).toBeNull();
  });

  it('one that is no register leaves owner and number open', () => {
    for (const view of [reconciled(recognised({}), null), reconciled(null, recognised({}))]) {
      expect(view).toMatchObject({ owners: [], uniqueNumber: null, complete: false, seniorDebtKrw: null });
      expect(view?.doubts).toEqual(['LOW_CONFIDENCE', 'OWNER_UNREAD']);
    }
  });
});

it('the owner of a page of which a part was lost is no mismatch', () => {
  const registry = recognised({
    을구: [
      ['1', '근저당권설정', '2015년3월2일|제3호', '', '채권최고액 금1,000,000원'],
      ['3', '근저당권설정', '2016년3월2일|제5호', '', '채권최고액 금1,000,000원'],
    ],
  });
  const asked = subject({}, { nest: { landlordName: '성춘향' }, registry });
  expect(registry.owners).toMatchObject([{ name: '홍길동' }]);
  expect(codesOf(asked)).toContain('CANNOT_TELL');
  expect(codesOf(asked)).not.toContain('OWNER_MISMATCH');
});
