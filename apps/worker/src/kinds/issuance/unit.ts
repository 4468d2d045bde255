/** Which unit of a building an address names. `null` = not named. */
export interface Unit {
  readonly dong: string | null;
  readonly floor: string | null;
  readonly ho: string | null;
}

/** One row of the portal's search result. Empty cells are null. */
export interface SearchRow extends Unit {
  readonly uniqueNumber: string;
  /** 집합건물, 건물 or 토지. */
  readonly kind: string;
  /** 현행 or 폐쇄. */
  readonly state: string;
}

/** Brackets and parentheses hold notes (a legal dong, a building's name); they are no part of a unit. */
const NOTES = /\[[^\]]*\]|\([^)]*\)/gu;
const DONG = /(?:^|\s)제?([0-9A-Za-z가-힣]{1,10}?)동(?=\s|제|\d|$)/u;
const FLOOR = /(?:^|\s|동)제?((?:(?:지하|지|B)\s?)?\d{1,3})층/iu;
const HO = /(?:^|\s|동|층)제?((?:(?:지하|지|비|[A-Za-z])\s?)?\d{1,5}(?:-\d{1,3})?)호/u;
/** "101-302": a building and a unit, as people write it. */
const PAIR = /(?:^|\s)(\d{1,4})\s?[-–]\s?(\d{1,5})(?=\s|$)/u;

/** Reads 동, 층 and 호: "101동 302호", "제101동 제3층 제302호", "비101호", "지하1층 B01호", "101-302". */
export function readUnit(detailAddress: string): Unit {
  const text = detailAddress.normalize('NFC').replace(NOTES, ' ').trim();
  const pair = PAIR.exec(text);
  return {
    dong: DONG.exec(text)?.[1] ?? pair?.[1] ?? null,
    floor: FLOOR.exec(text)?.[1] ?? null,
    ho: HO.exec(text)?.[1] ?? pair?.[2] ?? null,
  };
}

/**
 * The current register of exactly this unit; `null` when there is none or more than one, because buying the wrong
 * register is worse than buying none.
 *
 * A lot whose building is not divided into units (단독, 다가구) has one register for all of it, whatever unit the tenant lives in.
 */
export function pickRow(rows: readonly SearchRow[], unit: Unit): SearchRow | null {
  const isDivided = rows.some((row) => row.kind === '집합건물');
  const matching = rows.filter((row) => {
    if (row.state !== '현행') return false;
    if (!isDivided) return row.kind === '건물';
    return (
      row.kind === '집합건물' &&
      unit.ho !== null &&
      isSame(row.ho, unit.ho) &&
      isSame(row.dong, unit.dong) &&
      (unit.floor === null || isSame(row.floor, unit.floor))
    );
  });
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

const isSame = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : tidy(a) === tidy(b);

/** 지하1, 지1, B1 and 비1 are one place below ground. */
const tidy = (name: string): string =>
  name
    .replace(/\s/gu, '')
    .toUpperCase()
    .replace(/^(?:지하|지|비|B)(?=\d)/u, 'B');
