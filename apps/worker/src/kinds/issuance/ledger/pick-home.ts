import type { LedgerRow } from '@dungji/contracts';
import { readUnit, type Unit } from '../unit.ts';

/**
 * The building of a lot in which the home is; null when there is none or more than one. Annexes (부속건축물) stand beside
 * homes and are none.
 */
export function pickTitle(titles: readonly LedgerRow[], detailAddress: string): LedgerRow | null {
  const main = titles.filter((title) => title.mainAtchGbCd !== '1');
  const { dong } = readUnit(detailAddress);
  const [only] = main;
  // A lot with one building often does not name it.
  if (main.length === 1 && only && (dong === null || only.dongNm == null)) return only;
  const named = dong === null ? [] : main.filter((title) => isSameDong(title.dongNm, dong));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Whether the building is divided into units with a ledger each (집합건축물). */
export const isDivided = (title: LedgerRow): boolean => title.regstrGbCd === '2';

/** The rows of exactly this unit; null when there is no such unit, or the address fits several. */
export function pickAreas(
  areas: readonly LedgerRow[],
  title: LedgerRow,
  detailAddress: string,
): LedgerRow[] | null {
  const unit = readUnit(detailAddress);
  const rows = areas.filter((row) => isInBuilding(row, title) && isUnit(row, unit));
  const ids = new Set(rows.map((row) => row.mgmBldrgstPk));
  if (ids.size > 1) return null;
  return rows.some(isOwn) ? rows : null;
}

/** Own (전유) as opposed to shared (공용) area, of the home itself. */
export const isOwn = (row: LedgerRow): boolean => row.exposPubuseGbCd === '1';

const isInBuilding = (row: LedgerRow, title: LedgerRow): boolean =>
  title.dongNm == null || row.dongNm == null || isSameDong(row.dongNm, title.dongNm);

function isUnit(row: LedgerRow, unit: Unit): boolean {
  if (unit.ho === null || row.hoNm == null) return false;
  if (tidyHo(row.hoNm) !== tidyHo(unit.ho)) return false;
  // Shared rows name the floor of the stairs, not of the home.
  return unit.floor === null || !isOwn(row) || floorOf(row) === tidyFloor(unit.floor);
}

const isSameDong = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && b != null && tidyDong(a) === tidyDong(b);

const tidyDong = (name: string): string =>
  name
    .replace(/\s/gu, '')
    .replace(/^제(?=.)|동$/gu, '')
    .toUpperCase();

/** `302호`, `302`, `제302호`, `101동 302호`; `비101`, `지하101` and `B101` are one. */
const tidyHo = (name: string): string =>
  name
    .replace(/\s/gu, '')
    .replace(/^제?[0-9A-Za-z가-힣]{1,10}동(?=.)/u, '')
    .replace(/^제(?=.)|호$/gu, '')
    .toUpperCase()
    .replace(/^(?:지하|지|비|B)(?=\d)/u, 'B');

const tidyFloor = (floor: string): string =>
  floor
    .replace(/\s/gu, '')
    .toUpperCase()
    .replace(/^(?:지하|지|B)(?=\d)/u, 'B');

const floorOf = (row: LedgerRow): string => `${row.flrGbCd === '10' ? 'B' : ''}${Number(row.flrNo ?? '')}`;
