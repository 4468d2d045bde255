import { createHash } from 'node:crypto';
import { type Draw, drawFrom } from '@dungji/document-samples';
import { readAddress } from '../portal/address.ts';
import { type Lot, lotKey } from './lots.ts';
import { LongId, type Value, type WireRow } from './wire.ts';

/** What the sandbox knows of who asks; without it a house with units of its own invention stands there. */
export interface Asked {
  /** The detail address as it was typed, or null. */
  readonly detail: string | null;
  readonly violation: boolean;
}

interface Unit {
  readonly dong: string;
  readonly floor: number;
  readonly isBelow: boolean;
  readonly ho: string;
}

/** Everything the ledger has about a lot. The same lot and question always give the same. */
export interface Building {
  readonly titles: readonly WireRow[];
  readonly areas: readonly WireRow[];
  readonly prices: readonly WireRow[];
}

const FLOORS = 15;
const LINES = 4;
const PRICE_YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026];

export function imagineBuilding(lot: Lot, asked: Asked): Building {
  const draw = drawFrom(`ledger:${lotKey(lot.codes)}`);
  const home = readAddress(`${lot.roadAddress} ${asked.detail ?? '101호'}`);
  const house = { ...houseOf(draw), isDivided: home.unit !== '', violation: asked.violation };
  const dongs = !house.isDivided || home.dong === '' ? [''] : [home.dong, nextTo(home.dong)];
  const titles = dongs.map((dong, index) => titleRow(lot, house, dong, index));
  const annex = {
    ...titleRow(lot, house, '경비실', dongs.length),
    mainAtchGbCd: '1',
    mainAtchGbCdNm: '부속건축물',
  };
  if (!house.isDivided) return { titles: numbered([...titles, annex]), areas: [], prices: [] };
  const units = dongs.flatMap((dong) => unitsOf(dong, home.unit));
  return {
    titles: numbered([...titles, annex]),
    areas: numbered(units.flatMap((unit) => areaRows(lot, house, unit))),
    prices: numbered(units.flatMap((unit) => priceRows(lot, unit))),
  };
}

interface House {
  readonly structure: string;
  readonly use: string;
  readonly built: string;
  readonly isDivided: boolean;
  readonly violation: boolean;
}

const houseOf = (draw: Draw) => ({
  structure: draw.pick(['철근콘크리트구조', '철골철근콘크리트구조'] as const),
  use: draw.pick(['아파트', '다세대주택', '오피스텔'] as const),
  // The day of old approvals is often not known.
  built: `${draw.integer(1994, 2019)}${String(draw.integer(1, 12)).padStart(2, '0')}${draw.chance(15) ? '00' : String(draw.integer(1, 28)).padStart(2, '0')}`,
});

/** Neighbours of the home on every side, and `1302` beside `302`. */
function unitsOf(dong: string, asked: string): readonly Unit[] {
  const units: Unit[] = [];
  for (let floor = 1; floor <= FLOORS; floor += 1) {
    for (let line = 1; line <= LINES; line += 1) {
      units.push({ dong, floor, isBelow: false, ho: `${floor}${String(line).padStart(2, '0')}` });
    }
  }
  if (!units.some(({ ho }) => ho === asked)) {
    const digits = /\d+/u.exec(asked)?.[0] ?? '101';
    const floor = Number(digits.length > 2 ? digits.slice(0, -2) : '1');
    units.push({ dong, floor, isBelow: !/^\d/u.test(asked) && /^(?:지|비|B)/iu.test(asked), ho: asked });
  }
  return units;
}

const nextTo = (dong: string): string =>
  /^\d+$/u.test(dong) ? String(Number(dong) + 1) : dong === '나' ? '다' : '나';

/** Rows count on through all pages. */
const numbered = (rows: readonly WireRow[]): WireRow[] =>
  rows.map((row, index) => ({ rnum: index + 1, ...row }));

/** 22 digits, and without quotes in JSON: what a double cannot hold. */
function ledgerId(...parts: readonly string[]): LongId {
  const hash = createHash('sha256').update(parts.join('/')).digest();
  const digits = `${hash.readUInt32LE(0)}${hash.readUInt32LE(4)}${hash.readUInt32LE(8)}`
    .padEnd(21, '7')
    .slice(0, 21);
  return new LongId(`1${digits}`);
}

/** Blanks are written as one space; numbers come with and without quotes. */
const blankOr = (text: string): string => text || ' ';
const loose = (amount: number, quoted: boolean): Value => (quoted ? String(amount) : amount);

function placeColumns(lot: Lot) {
  return {
    platPlc: `${lot.lotAddress}번지`,
    ...lot.codes,
    newPlatPlc: `${lot.roadAddress} (${lot.lotAddress.split(' ').at(-2) ?? ''})`,
    bldNm: blankOr(lot.buildingName),
    block: ' ',
    lot: ' ',
    crtnDay: '20220813',
  };
}

function titleRow(lot: Lot, house: House, dong: string, index: number): WireRow {
  const draw = drawFrom(`title:${lotKey(lot.codes)}:${dong}`);
  const area = draw.integer(20_000, 60_000) / 100;
  const use = house.isDivided ? house.use : '다가구주택';
  return {
    ...placeColumns(lot),
    mgmBldrgstPk: ledgerId('title', lotKey(lot.codes), dong),
    regstrGbCd: house.isDivided ? '2' : '1',
    regstrGbCdNm: house.isDivided ? '집합' : '일반',
    regstrKindCd: house.isDivided ? '3' : '2',
    regstrKindCdNm: house.isDivided ? '표제부' : '일반건축물',
    dongNm: blankOr(dong && /^[0-9가-힣A-Za-z]$|\d/u.test(dong) ? `${dong}동` : dong),
    mainAtchGbCd: '0',
    mainAtchGbCdNm: '주건축물',
    platArea: loose(area * 2, index % 2 === 1),
    archArea: loose(area, index % 2 === 0),
    totArea: loose(Math.round(area * FLOORS * 100) / 100, false),
    strctCdNm: house.structure,
    mainPurpsCd: house.isDivided ? '02000' : '01000',
    mainPurpsCdNm: house.isDivided ? '공동주택' : '단독주택',
    // No operation has a column for it; where it is known at all, somebody wrote it into a text.
    etcPurps: house.violation ? `${use} (위반건축물)` : use,
    hhldCnt: loose(house.isDivided ? FLOORS * LINES : 0, index % 2 === 0),
    fmlyCnt: house.isDivided ? 0 : 4,
    hoCnt: 0,
    grndFlrCnt: FLOORS,
    ugrndFlrCnt: 1,
    useAprDay: house.built,
  };
}

function areaRows(lot: Lot, house: House, unit: Unit): WireRow[] {
  const draw = drawFrom(`area:${lotKey(lot.codes)}:${unit.ho}`);
  const own = draw.pick([29.9, 39.72, 59.98, 74.65, 84.99] as const);
  const shared = {
    ...placeColumns(lot),
    mgmBldrgstPk: ledgerId('unit', lotKey(lot.codes), unit.dong, unit.ho),
    regstrGbCd: '2',
    regstrGbCdNm: '집합',
    regstrKindCd: '4',
    regstrKindCdNm: '전유부',
    dongNm: blankOr(unit.dong && `${unit.dong}동`),
    // Both spellings are found, in one and the same building.
    hoNm: unit.floor % 2 === 0 ? unit.ho : `${unit.ho}호`,
    strctCdNm: house.structure,
  };
  const row = (kind: '1' | '2', main: '0' | '1', floor: string, use: string, area: Value): WireRow => ({
    ...shared,
    exposPubuseGbCd: kind,
    exposPubuseGbCdNm: kind === '1' ? '전유' : '공용',
    mainAtchGbCd: main,
    mainAtchGbCdNm: main === '0' ? '주건축물' : '부속건축물',
    flrGbCd: kind === '1' && !unit.isBelow ? '20' : '10',
    flrGbCdNm: kind === '1' && !unit.isBelow ? '지상' : '지하',
    flrNo: kind === '1' ? unit.floor : 1,
    flrNoNm: floor,
    mainPurpsCdNm: use,
    etcPurps: use,
    area,
  });
  return [
    row(
      '1',
      '0',
      `${unit.isBelow ? '지하' : ''}${unit.floor}층`,
      house.use,
      loose(own, unit.floor % 3 === 0),
    ),
    row('2', '0', '각층', '계단실', loose(Math.round(own * 23) / 100, true)),
    row('2', '1', '지1', '지하주차장', loose(Math.round(own * 41) / 100, false)),
  ];
}

function priceRows(lot: Lot, unit: Unit): WireRow[] {
  const draw = drawFrom(`price:${lotKey(lot.codes)}:${unit.ho}`);
  const base = draw.integer(180, 620) * 1_000_000;
  return PRICE_YEARS.map((year, index) => ({
    ...placeColumns(lot),
    mgmBldrgstPk: ledgerId('unit', lotKey(lot.codes), unit.dong, unit.ho),
    hsprc: loose(base + index * 8_000_000, index % 2 === 0),
    stdDay: `${year}0101`,
  }));
}
