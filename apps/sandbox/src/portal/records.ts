import { createHash } from 'node:crypto';
import { drawFrom, type RegisterKind, type Subject, subjectLine } from '@dungji/document-samples';
import { readAddress, type TypedAddress } from './address.ts';
import { readWishes } from './tokens.ts';

/** One register that a search can find. */
export interface RegistryRecord {
  /** 고유번호, formatted 4-4-6. */
  readonly uniqueNumber: string;
  readonly kind: RegisterKind;
  readonly state: '현행' | '폐쇄';
  /** Subject line without its kind. */
  readonly address: string;
  readonly lotAddress: string;
  readonly roadAddress: string;
  readonly buildingName: string;
  readonly dong: string;
  readonly floor: string;
  readonly unit: string;
  /** The text whose search found it, tokens included: they go on to work on whatever is done with the record. */
  readonly searchText: string;
}

const BUILDINGS = [
  '둥지타운',
  '가온빌라',
  '나래하우스',
  '다온아파트',
  '라온힐스',
  '마루팰리스',
  '한빛오피스텔',
] as const;
export const TOWNS = ['가상동', '나눔동', '다솜동', '라온동', '마루동', '바람동'] as const;

/**
 * What a search finds: the asked unit among everything it may be confused with. The same text
 * finds the same records in the same order, whichever process is asked.
 */
export function findRecords(typed: string): readonly RegistryRecord[] {
  const address = readAddress(typed);
  if (!address.road || readWishes(address.text).notFound) return [];
  const place = placeOf(address);
  const drafts = address.unit ? unitsAndTheirLot(address) : houseAndItsLot();
  const records = drafts.map((draft) => recordOf(address, place, draft));
  return shuffle(records, address.text);
}

interface Draft {
  readonly kind: RegisterKind;
  readonly state: '현행' | '폐쇄';
  readonly dong: string;
  readonly floor: string;
  readonly unit: string;
}

function unitsAndTheirLot({ dong, floor, unit }: TypedAddress): readonly Draft[] {
  const open = { kind: '집합건물', state: '현행' } as const;
  const whole = { dong: '', floor: '', unit: '' };
  // `302` inside `1302`: a search by part of the number takes the wrong one.
  const longer = 10 ** (/\d+/u.exec(unit)?.[0].length ?? 0);
  return [
    { ...open, dong, floor, unit },
    { kind: '집합건물', state: '폐쇄', dong, floor, unit },
    { ...open, dong, floor, unit: shiftNumber(unit, 1) },
    { ...open, dong, floor: shiftNumber(floor, 10), unit: shiftNumber(unit, longer) },
    { ...open, dong: dong ? shiftNumber(dong, 1) : '101', floor, unit },
    { kind: '건물', state: '현행', ...whole },
    { kind: '토지', state: '현행', ...whole },
  ];
}

function houseAndItsLot(): readonly Draft[] {
  const whole = { dong: '', floor: '', unit: '' };
  return [
    { kind: '건물', state: '현행', ...whole },
    { kind: '건물', state: '폐쇄', ...whole },
    { kind: '토지', state: '현행', ...whole },
    { kind: '토지', state: '폐쇄', ...whole },
  ];
}

/** A name near this one: `302` + 1 → `303`, `비101` + 1 → `비102`, `가` → `나`. */
function shiftNumber(name: string, by: number): string {
  const digits = /\d+/u.exec(name);
  if (!digits) return name === '나' ? '다' : '나';
  const shifted = String(Number(digits[0]) + by).padStart(digits[0].length, '0');
  return name.slice(0, digits.index) + shifted + name.slice(digits.index + digits[0].length);
}

export interface Place {
  readonly lotAddress: string;
  readonly roadAddress: string;
  readonly buildingName: string;
}

/** Units of one building share its lot, whatever else the typed texts say. */
export function placeOf(address: TypedAddress): Place {
  const draw = drawFrom(`place:${address.road}`);
  const lot = `${draw.integer(1, 899)}-${draw.integer(1, 99)}`;
  return {
    lotAddress: `${address.region} ${draw.pick(TOWNS)} ${lot}`,
    roadAddress: address.road,
    buildingName: draw.pick(BUILDINGS),
  };
}

function recordOf(address: TypedAddress, place: Place, draft: Draft): RegistryRecord {
  return {
    ...draft,
    ...place,
    address: subjectLine({ ...draft, ...place }),
    searchText: address.text,
    uniqueNumber: uniqueNumberOf([
      address.text,
      draft.kind,
      draft.state,
      draft.dong,
      draft.floor,
      draft.unit,
    ]),
  };
}

/** 4-4-6 digits: an office, a year of first registration, a serial. */
function uniqueNumberOf(parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  const office = 1_101 + (hash.readUInt32LE(0) % 1_799);
  const year = 1_996 + (hash.readUInt32LE(4) % 27);
  const serial = 1 + (hash.readUInt32LE(8) % 999_999);
  return `${office}-${year}-${String(serial).padStart(6, '0')}`;
}

function shuffle(records: readonly RegistryRecord[], seed: string): readonly RegistryRecord[] {
  const draw = drawFrom(`order:${seed}`);
  const left = [...records];
  const mixed: RegistryRecord[] = [];
  while (left.length > 0) mixed.push(...left.splice(draw.integer(0, left.length - 1), 1));
  return mixed;
}

/**
 * What the certificate of a record tells about.
 * @param isRenewed it is not the first certificate of this record
 */
export function subjectOf(record: RegistryRecord, isRenewed: boolean): Subject {
  const { owners, risks, later } = readWishes(record.searchText);
  return { ...record, seed: record.uniqueNumber, owners, risks, later: isRenewed ? later : [] };
}
