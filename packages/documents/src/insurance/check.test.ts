import type { RegistryView } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { readRegistry } from '../registry/read-registry.ts';
import { makeRegister } from '../testing/make-register.ts';
import { PLAIN_LEDGER } from '../testing/plain-ledger.ts';
import type { InsuranceCase } from './case.ts';
import { checkInsurance } from './check.ts';

const NEST: InsuranceCase['nest'] = {
  roadAddress: '서울특별시 둥지구 둥지로12길 34',
  buildingType: 'APARTMENT',
  depositKrw: 252_000_000,
  monthlyRentKrw: 0,
  landlordName: '홍길동',
  housePriceKrw: 280_000_000,
  contractFrom: '2026-03-01',
  contractTo: '2028-02-29',
};
const REGISTER = readRegistry(makeRegister({})) as RegistryView;

const check = (nest: Partial<InsuranceCase['nest']> = {}, more: Partial<InsuranceCase> = {}) =>
  checkInsurance(
    {
      nest: { ...NEST, ...nest },
      registry: REGISTER,
      ledger: PLAIN_LEDGER,
      otherDepositsKrw: null,
      day: '2026-10-04',
      ...more,
    },
    'ko',
  );
const rule = (code: string, ...of: Parameters<typeof check>) =>
  check(...of).rules.find((each) => each.code === code);
const withSenior = (krw: number): RegistryView => ({
  ...REGISTER,
  seniorDebtKrw: krw,
  seniorDebtAtMostKrw: krw,
});

describe('the guarantee', () => {
  it('is given where every rule is met', () => {
    expect(check().verdict).toBe('ELIGIBLE');
  });

  it('turns at the value of the home, to the won', () => {
    expect(rule('DEBT_WITHIN_VALUE')).toMatchObject({
      verdict: 'PASS',
      actual: 252_000_000,
      limit: 252_000_000,
    });
    expect(rule('DEBT_WITHIN_VALUE', { depositKrw: 252_000_001 })).toMatchObject({ verdict: 'FAIL' });
  });

  it('takes the official price times 1.4 where no other price is known', () => {
    const ledger = { ...PLAIN_LEDGER, officialPrice: { amountKrw: 200_000_000, baseDay: '2026-01-01' } };
    expect(rule('DEBT_WITHIN_VALUE', { housePriceKrw: null }, { ledger })).toMatchObject({
      limit: 252_000_000,
    });
    expect(rule('DEBT_WITHIN_VALUE', { housePriceKrw: null }, { ledger, day: '2022-12-31' })).toMatchObject({
      limit: 300_000_000,
    });
  });

  it('allows senior debts of 60 % of the value, to the won', () => {
    const nest = { depositKrw: 100_000_000 };
    expect(rule('SENIOR_DEBT_SHARE', nest, { registry: withSenior(151_200_000) })?.verdict).toBe('PASS');
    expect(rule('SENIOR_DEBT_SHARE', nest, { registry: withSenior(151_200_001) })?.verdict).toBe('FAIL');
  });

  it.each([
    ['서울특별시 둥지구', 700_000_000, 'PASS'],
    ['서울특별시 둥지구', 700_000_001, 'FAIL'],
    ['경기도 둥지시', 700_000_000, 'PASS'],
    ['부산광역시 보기구', 500_000_000, 'PASS'],
    ['부산광역시 보기구', 500_000_001, 'FAIL'],
  ])('has a cap: %s, %s won: %s', (roadAddress, depositKrw, verdict) => {
    expect(rule('DEPOSIT_CAP', { roadAddress, depositKrw })?.verdict).toBe(verdict);
  });

  it('converts rent at the rate of its day', () => {
    const nest = { depositKrw: 10_000_000, monthlyRentKrw: 650_000 };
    expect(rule('DEPOSIT_CAP', nest, { day: '2026-07-01' })?.actual).toBe(130_000_000);
    expect(rule('DEPOSIT_CAP', nest, { day: '2026-06-30' })?.actual).toBe(131_875_000);
  });

  it('of a house of several households cannot be told without the other deposits', () => {
    const nest = { buildingType: 'MULTI_HOUSEHOLD', depositKrw: 50_000_000 } as const;
    expect(rule('MULTI_HOUSEHOLD_SHARE', nest)).toMatchObject({ verdict: 'UNKNOWN', actual: null });
    expect(rule('MULTI_HOUSEHOLD_SHARE', nest, { otherDepositsKrw: 201_600_000 })?.verdict).toBe('PASS');
    expect(rule('MULTI_HOUSEHOLD_SHARE', nest, { otherDepositsKrw: 201_600_001 })?.verdict).toBe('FAIL');
    expect(check(nest).verdict).toBe('NEEDS_INFO');
  });

  it.each([
    ['2027-02-27', 'FAIL'],
    ['2027-02-28', 'PASS'],
  ])('needs a year: from 2026-03-01 to %s is %s', (contractTo, verdict) => {
    expect(rule('TERM_AT_LEAST_A_YEAR', { contractTo })?.verdict).toBe(verdict);
  });

  it('is asked for before half of the term has passed', () => {
    const contract = { contractFrom: '2026-03-01', contractTo: '2028-02-29' };
    expect(rule('APPLY_IN_TIME', contract, { day: '2027-03-01' })).toMatchObject({
      verdict: 'PASS',
      limit: '2027-03-01',
    });
    expect(rule('APPLY_IN_TIME', contract, { day: '2027-03-02' })?.verdict).toBe('FAIL');
  });

  it('cannot be told from documents that were not read to their end', () => {
    const registry = { ...REGISTER, complete: false, seniorDebtKrw: null, seniorDebtAtMostKrw: null };
    for (const code of ['DEBT_WITHIN_VALUE', 'OWNERSHIP_UNRESTRICTED', 'LANDLORD_IS_OWNER'])
      expect(rule(code, {}, { registry })?.verdict).toBe('UNKNOWN');
    expect(rule('NO_VIOLATION', {}, { ledger: { ...PLAIN_LEDGER, violation: 'UNKNOWN' } })).toMatchObject({
      verdict: 'UNKNOWN',
      actual: null,
      text: '위반건축물이 아니어야 해요: 확인 필요',
    });
  });

  it.each<[string, Partial<RegistryView>, string]>([
    ['an owner nobody could read', { owners: [], doubts: ['OWNER_UNREAD'] }, '홍길동'],
    ['a name of which the reader is not sure', { doubts: ['OWNER_UNREAD'] }, '홍길동'],
    ['a name of which the reader is not sure', { doubts: ['OWNER_UNREAD'] }, '성춘향'],
    ['a landlord without a name', {}, '외 1인'],
  ])('neither finds the landlord in %s, nor misses one there', (_, more, landlordName) => {
    const registry = { ...REGISTER, ...more };
    expect(rule('LANDLORD_IS_OWNER', { landlordName }, { registry })?.verdict).toBe('UNKNOWN');
    expect(rule('LANDLORD_IS_OWNER', { landlordName: '성춘향' })?.verdict).toBe('FAIL');
  });

  it('fails for certain when even what is known is too much', () => {
    const registry = { ...REGISTER, complete: false, seniorDebtKrw: null, seniorDebtAtMostKrw: null };
    expect(rule('DEBT_WITHIN_VALUE', { depositKrw: 252_000_001 }, { registry })?.verdict).toBe('FAIL');
  });

  it('names the source of each rule and the day it was read', () => {
    for (const { source } of check().rules)
      expect(source).toMatchObject({ url: expect.stringContaining('khug.or.kr'), asOf: '2026-10-04' });
  });
});
