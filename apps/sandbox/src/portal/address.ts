import { withoutTokens } from './tokens.ts';

/** An address as typed, taken apart. Parts that the text does not name are empty. */
export interface TypedAddress {
  /** Normalised, tokens included: the name of the record in the sandbox's world. */
  readonly text: string;
  /** Region as far as 구 or 읍·면: `서울특별시 둥지구`. */
  readonly region: string;
  /** Road name and number with the region: `서울특별시 둥지구 둥지로12길 34`. */
  readonly road: string;
  readonly dong: string;
  readonly floor: string;
  readonly unit: string;
}

/** Control letters and direction overrides: no address has them, and they would garble pages and certificates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

export const normalizeText = (text: string) =>
  text.normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();

const ROAD = /^(.*?\S+(?:대로|로|길)(?:\s?\d+(?:번)?길)?\s*(?:지하\s*)?\d+(?:-\d+)?)(?:\s|,|$)/u;
const LOT = /^(.*?\S+(?:동|리|가)\s+(?:산\s*)?\d+(?:-\d+)?(?:번지)?)(?:\s|,|$)/u;
const UNIT_PAIR = /(?:^|\s)(\d{1,4})\s*[-–]\s*(\d{1,5})(?:\s|$)/u;

/** Where a unit begins, for texts whose street is written in no known way. */
const UNIT_START =
  /(?:^|\s)(?:제?[0-9A-Za-z가-힣]{1,10}동\s*)?(?:제?(?:지하|지|B)?\d{1,3}층\s*)?제?(?:지하|지|비|[A-Za-z])?\d{1,5}(?:-\d{1,3})?호(?![텔선])/iu;

/** Takes an address apart: what is on the street, and which unit of the building is meant. */
export function readAddress(typed: string): TypedAddress {
  const text = normalizeText(typed);
  const plain = withoutTokens(text)
    .replace(/\([^)]*\)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const street =
    ROAD.exec(plain)?.[1] ?? LOT.exec(plain)?.[1] ?? plain.slice(0, UNIT_START.exec(plain)?.index);
  const road = street.trim() || plain;
  const detail = plain.slice(street.length).replace(/^[\s,]+/u, '');
  return { text, region: regionOf(road), road, ...readDetail(detail) };
}

function readDetail(detail: string): Pick<TypedAddress, 'dong' | 'floor' | 'unit'> {
  const pair = UNIT_PAIR.exec(detail);
  const dong = /(?:^|\s)제?([0-9A-Za-z가-힣]{1,10}?)동(?=\s|\d|제|$)/u.exec(detail)?.[1] ?? pair?.[1] ?? '';
  const unit =
    /(?:^|\s|동|층)제?((?:지하|지|비|[A-Za-z])?\s?\d{1,5}(?:-\d{1,3})?)호(?![텔선])/u.exec(detail)?.[1] ??
    pair?.[2] ??
    /동\s*(\d{1,5})(?=\s|$)/u.exec(detail)?.[1] ??
    '';
  const floor = /(?:^|\s|동)제?((?:지하|지|B)?\s?\d{1,3})층/iu.exec(detail)?.[1] ?? '';
  return { dong, unit: unit.replace(/\s/gu, ''), floor: floor ? tidyFloor(floor) : floorOfUnit(unit) };
}

const tidyFloor = (floor: string) => floor.replace(/\s/gu, '').replace(/^(?:지하|지|B)/iu, '지하');

/** `1302` → 13, `비101` → 지하1: what a register would most likely say. */
function floorOfUnit(unit: string): string {
  const digits = /\d+/u.exec(unit)?.[0];
  if (!digits) return '';
  const below = /^(?:지하|지|비|B)/iu.test(unit) ? '지하' : '';
  const floor = digits.length > 2 ? digits.slice(0, -2) : '1';
  return `${below}${Number(floor)}`;
}

function regionOf(road: string): string {
  const words = road.split(' ');
  const last = words.findLastIndex((word) => /(?:시|도|군|구|읍|면)$/u.test(word));
  return last >= 0 ? words.slice(0, last + 1).join(' ') : '서울특별시 둥지구';
}
