import type { LotCodes } from '@dungji/contracts';
import { z } from 'zod';

/** A row of the address search, as far as it is used. */
export const FoundAddress = z.object({
  roadAddr: z.string(),
  jibunAddr: z.string(),
  /** District and legal town, five digits each. */
  admCd: z.string().regex(/^\d{10}$/),
  lnbrMnnm: z.string().regex(/^\d{1,4}$/),
  lnbrSlno: z.string().regex(/^\d{1,4}$/),
  /** 1 for a mountain lot; the ledger writes the same, unlike the number of a parcel (PNU), which writes 2. */
  mtYn: z.enum(['0', '1']),
});
export type FoundAddress = z.infer<typeof FoundAddress>;

/** Letters and words of injections: the service blocks the address of whoever sends them. */
const FORBIDDEN_LETTERS = /[%=><[\]{}|\\;'"`]/gu;
const FORBIDDEN_WORDS =
  /(?<=^|\s)(?:OR|SELECT|INSERT|DELETE|UPDATE|CREATE|DROP|EXEC|UNION|FETCH|DECLARE|TRUNCATE)(?=\s|$)/giu;
/** The service refuses longer ones; no street has so long an address. */
const KEYWORD_LETTERS_MAX = 80;

/** What may be sent of an address that somebody typed. */
export const searchable = (typed: string): string =>
  tidy(typed)
    .replace(FORBIDDEN_LETTERS, ' ')
    .replace(FORBIDDEN_WORDS, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, KEYWORD_LETTERS_MAX);

/**
 * The one lot of exactly this address, or null. The search is by prefix: `둥지로 20` also finds `둥지로 20-1` and
 * `둥지로 200`, and the ledger of the house next door is worse than none.
 */
export function pickLot(found: readonly FoundAddress[], typed: string): LotCodes | null {
  const wanted = wordsOf(street(typed));
  const lots = new Map<string, LotCodes>();
  for (const address of found) {
    const isExact =
      endsWith(wordsOf(street(address.roadAddr)), wanted) ||
      endsWith(wordsOf(street(address.jibunAddr)), wanted);
    if (!isExact) continue;
    const codes = codesOf(address);
    lots.set(Object.values(codes).join('-'), codes);
  }
  const [only] = lots.values();
  return lots.size === 1 && only ? only : null;
}

const codesOf = ({ admCd, lnbrMnnm, lnbrSlno, mtYn }: FoundAddress): LotCodes => ({
  sigunguCd: admCd.slice(0, 5),
  bjdongCd: admCd.slice(5),
  platGbCd: mtYn,
  bun: lnbrMnnm.padStart(4, '0'),
  ji: lnbrSlno.padStart(4, '0'),
});

const tidy = (address: string): string =>
  address
    .normalize('NFC')
    .replace(/\([^)]*\)|\[[^\]]*\]/gu, ' ')
    .replace(/[,\s]+/gu, ' ')
    .trim();

const ROAD = /^(.*?\S+(?:대로|로|길)(?:\s?\d+(?:번)?길)?\s*(?:지하\s*)?\d+(?:-\d+)?)(?=\s|$)/u;
const LOT = /^(.*?\S+(?:동|리|가)\s+(?:산\s*)?\d+(?:-\d+)?)(?:번지)?(?=\s|$)/u;

/** The address up to its number; what stands behind it (the name of a building) differs from list to list. */
function street(address: string): string {
  const text = tidy(address);
  return ROAD.exec(text)?.[1] ?? LOT.exec(text)?.[1] ?? text;
}

/** Provinces by the short names that people use. */
const PROVINCES: readonly (readonly [RegExp, string])[] = [
  [/^서울(?:시|특별시)?$/u, '서울특별시'],
  [/^(부산|대구|인천|광주|대전|울산)(?:시|광역시)?$/u, '$1광역시'],
  [/^세종(?:시|특별자치시)?$/u, '세종특별자치시'],
  [/^경기도?$/u, '경기도'],
  [/^강원(?:도|특별자치도)?$/u, '강원특별자치도'],
  [/^충북$|^충청북도$/u, '충청북도'],
  [/^충남$|^충청남도$/u, '충청남도'],
  [/^전북$|^전라북도$|^전북특별자치도$/u, '전북특별자치도'],
  [/^전남$|^전라남도$/u, '전라남도'],
  [/^경북$|^경상북도$/u, '경상북도'],
  [/^경남$|^경상남도$/u, '경상남도'],
  [/^제주(?:도|특별자치도)?$/u, '제주특별자치도'],
];

/** Words without the spaces that people put where they like: `왕십리로 83 - 21`, `둥지로 12길 34`, `산 12`. */
function wordsOf(text: string): string[] {
  const joined = text
    .replace(/(로|길)\s+(\d+(?:번)?길)/gu, '$1$2')
    .replace(/(대로|로|길)(\d+(?:-\d+)?)$/u, '$1 $2')
    .replace(/산\s+(\d)/gu, '산$1')
    .replace(/-0+$/u, '');
  const [first = '', ...rest] = joined.split(' ');
  const province = PROVINCES.find(([pattern]) => pattern.test(first));
  return [province ? first.replace(province[0], province[1]) : first, ...rest];
}

/** People leave the province out; nobody leaves out the end. */
const endsWith = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length >= 2 &&
  wanted.length <= words.length &&
  wanted.every((word, index) => word === words[words.length - wanted.length + index]);
