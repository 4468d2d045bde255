import type { LedgerRecord } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { ledgerViewOf } from './open-api-ledger.ts';

const TITLE = {
  mgmBldrgstPk: '1111010100012300450001',
  regstrGbCd: '2',
  regstrGbCdNm: '집합',
  platPlc: '서울특별시 둥지구 가상동 123-45번지',
  newPlatPlc: '서울특별시 둥지구 둥지로12길 34 (가상동)',
  dongNm: '101동',
  strctCdNm: '철근콘크리트구조',
  mainPurpsCdNm: '공동주택',
  etcPurps: '다세대주택',
  hhldCnt: '12',
  useAprDay: '20100430',
};
const OWN = {
  exposPubuseGbCd: '1',
  mainAtchGbCd: '0',
  dongNm: '101동',
  hoNm: '302호',
  strctCdNm: '철근콘크리트구조',
  etcPurps: '다세대주택',
  area: '25.59',
};
const record = (more: Partial<LedgerRecord> = {}): LedgerRecord => ({
  fetchedAt: '2026-01-31T18:00:00.000Z',
  lot: { sigunguCd: '11999', bjdongCd: '10100', platGbCd: '0', bun: '0123', ji: '0045' },
  title: TITLE,
  areas: [OWN, { ...OWN, exposPubuseGbCd: '2', area: '7.5' }, { ...OWN, mainAtchGbCd: '1', area: '3' }],
  prices: null,
  ...more,
});

describe('the ledger of the open API', () => {
  it('is seen like one that was read', () => {
    expect(ledgerViewOf(record())).toMatchObject({
      title: '집합건축물대장(표제부, 전유부)',
      unit: '101동 302호',
      mainUse: '다세대주택',
      exclusiveAreaM2: 25.59,
      approvedOn: '2010-04-30',
      households: 12,
      source: 'OPEN_API',
      asOf: '2026-02-01',
    });
  });

  it('never says that a building keeps the law, and says that it breaks it where a text says so', () => {
    expect(ledgerViewOf(record()).violation).toBe('UNKNOWN');
    expect(ledgerViewOf(record({ title: { ...TITLE, etcPurps: '다세대주택 (위반건축물)' } }))).toMatchObject({
      violation: 'YES',
      violationHistory: [{ released: false, text: '다세대주택 (위반건축물)', page: 1 }],
    });
  });

  it('has null for what is blank, half known or no number', () => {
    const blank = { ...TITLE, useAprDay: '20100400', hhldCnt: null, dongNm: null };
    expect(
      ledgerViewOf(record({ title: blank, areas: [{ ...OWN, area: 'x', dongNm: null }] })),
    ).toMatchObject({
      approvedOn: null,
      households: null,
      exclusiveAreaM2: null,
      unit: '302호',
      officialPrice: null,
    });
    expect(ledgerViewOf(record({ areas: [] })).exclusiveAreaM2).toBeNull();
    const rooms = { ...TITLE, hhldCnt: '0', fmlyCnt: '4' };
    expect(ledgerViewOf(record({ title: rooms, areas: [] })).households).toBe(4);
  });

  it('takes the newest price by its base day', () => {
    const price = (stdDay: string, hsprc: string) => ({ stdDay, hsprc, crtnDay: '20990101' });
    const prices = [
      price('20250101', '200000000'),
      price('20260101', '210000000'),
      price('20240101', '900000000'),
      price('', '1'),
    ];
    expect(ledgerViewOf(record({ prices })).officialPrice).toEqual({
      amountKrw: 210_000_000,
      baseDay: '2026-01-01',
    });
  });
});
