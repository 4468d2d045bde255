import { readFileSync } from 'node:fs';
import type { RegistryView } from '@dungji/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

const sample = async (name: string): Promise<RegistryView> => {
  const bytes = readFileSync(new URL(`../../samples/${name}`, import.meta.url));
  const { reading } = await readDocument(bytes, { contentType: 'application/pdf', docType: 'REGISTRY' });
  if (!reading.registry) throw new Error('expected a register');
  return reading.registry;
};

describe('the register of a unit with burdens', () => {
  let register: RegistryView;
  beforeAll(async () => {
    register = await sample('unit-with-burdens.pdf');
  });

  it('says whose it is and what it is about', () => {
    expect(register).toMatchObject({
      kind: '집합건물',
      variant: 'WITH_CANCELLED',
      uniqueNumber: '1101-2099-000001',
      roadAddress: '서울특별시 둥지구 둥지로12길 34',
      floor: '3',
      unit: '302',
      exclusiveAreaM2: 25.59,
      viewedAt: '2026-01-23T00:08:07.000Z',
      pages: 4,
      complete: true,
      doubts: [],
      separateLandRegister: false,
      method: 'TEXT_LAYER',
      owners: [
        { name: '임꺽정', share: '1/2', rank: '6', trustee: false },
        { name: '성춘향', share: '1/2', rank: '6', trustee: false },
      ],
    });
  });

  it('tells live entries from cancelled ones', () => {
    const fates = register.entries.map(({ section, rank, cancelled }) => [section, rank, cancelled]);
    expect(fates).toEqual([
      ['갑구', '1', false],
      ['갑구', '2', false],
      ['갑구', '3', true],
      ['갑구', '4', false],
      ['갑구', '5', false],
      ['갑구', '6', false],
      ['을구', '1', true],
      ['을구', '1-1', true],
      ['을구', '2', false],
      ['을구', '3', false],
      ['을구', '3-1', false],
      ['을구', '4', false],
    ]);
  });

  it('sums live debts once, at the amounts and with the creditors of today', () => {
    expect(register).toMatchObject({ seniorDebtKrw: 420_000_000, seniorDebtAtMostKrw: 420_000_000 });
    const inForce = register.entries.flatMap((entry) =>
      entry.section === '을구' && entry.inForce ? [entry.inForce] : [],
    );
    expect(inForce).toEqual([
      { amountKrw: 240_000_000, holder: '라마유동화전문유한회사' },
      { amountKrw: 180_000_000, holder: '이몽룡' },
    ]);
  });

  it('joins what the columns wrapped', () => {
    expect(register.entries.find((entry) => entry.section === '을구' && entry.rank === '2')).toMatchObject({
      purpose: '1번근저당권설정등기말소',
      receiptDate: '2020-05-30',
      receiptNo: '29438',
      cause: '2020년5월30일 해지',
      deed: 'CANCEL',
    });
    expect(register.entries.find((entry) => entry.right === 'PROVISIONAL_SEIZURE')?.cause).toBe(
      '2018년10월18일 서울중앙지방법원의 가압류결정(2018카단817621)',
    );
  });

  it('has no letter of the watermark in any word or day', () => {
    const words = JSON.stringify([register.entries, register.owners, register.address]).replace(/\s/g, '');
    expect(words).not.toMatch(/열람용|람용|[열람용](?=\d)|\d[열람용]/);
    for (const { receiptDate } of register.entries) expect(receiptDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('keeps the numbers of persons and companies to the file', () => {
    expect(JSON.stringify(register)).not.toMatch(/\d{6}-[\d*]{7}/);
  });

  it('knows where each entry stands', () => {
    for (const { places, page } of register.entries) {
      expect(places[0]).toMatchObject({ page });
      for (const { left, top, width, height } of places)
        for (const part of [left, top, left + width, top + height]) {
          expect(part).toBeGreaterThan(0);
          expect(part).toBeLessThan(1);
        }
    }
  });
});

it('a register that prints valid entries only needs no strikes', async () => {
  expect(await sample('unit-clean-valid-only.pdf')).toMatchObject({
    variant: 'VALID_ONLY',
    uniqueNumber: '1311-2098-000002',
    exclusiveAreaM2: 29.9,
    owners: [{ name: '박문수', share: '1/1', rank: '2', trustee: false }],
    seniorDebtKrw: 0,
    complete: true,
    viewedAt: '2026-02-07T05:05:59.000Z',
  });
});
