import type { LedgerView, ReadingDoubt } from '@dungji/contracts';
import { isoDayOf } from '../registry/days.ts';
import { withoutNumbers } from '../registry/holders.ts';
import { violationOf } from './violation.ts';

const TITLE =
  /((?:집합|일반)건축물대장\s*\([^)\n]{1,20}\)|총괄표제부\s*\([^)\n]{1,10}\)|건축물대장\s*총괄표제부[^\n]{0,10})/;
const PAGE_MARK = /\(?(\d{1,3})쪽\s*중\s*제?\s*(\d{1,3})쪽\)?/g;

/**
 * A building ledger (건축물대장) from the text of its pages, which may come in any order: labels far from their values,
 * the title below the table. null: the pages are something else.
 */
export function readLedger(pages: readonly string[]): LedgerView | null {
  const text = pages.join('\n');
  const title = TITLE.exec(text)?.[1]?.replace(/\s+/g, ' ') ?? null;
  if (title === null && !/건축물대장의\s*기재\s*및\s*관리/.test(text)) return null;
  const doubts: ReadingDoubt[] = [];
  const complete = hasEveryPage(pages);
  if (!complete) doubts.push('PAGES_MISSING');
  if (title === null) doubts.push('PAGE_UNREADABLE');
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const pairs = pairsIn(text);
  const inline = (label: string, next: readonly string[]) => pairs.get(label) ?? labelled(text, label, next);
  const unit = ownUnit(lines);
  const { violation, history } = violationOf(pages, complete && title !== null);
  return {
    title,
    address:
      [inline('대지위치', ['지번', '도로명주소', '대지면적']), inline('지번', ['도로명주소', '대지면적'])]
        .filter(Boolean)
        .join(' ') || null,
    roadAddress: inline('도로명주소', ['대지면적', '연면적', '지역', '문서확인번호', '전유부분']),
    unit: inline('호명칭', ['대지위치', '지번', '전유부분']),
    mainUse:
      inline('주용도', ['층수', '지하', '주구조', '높이', '지붕'])?.replace(/\s+/g, '') ?? unit?.use ?? null,
    structure: inline('주구조', ['주용도', '층수', '지붕'])?.replace(/\s+/g, '') ?? unit?.structure ?? null,
    exclusiveAreaM2: unit?.areaM2 ?? null,
    approvedOn: isoDayOf(pairs.get('사용승인일') ?? '') ?? approvedOn(lines),
    households: householdsOf(text),
    violation,
    violationHistory: history.map((change) => ({ ...change, text: withoutNumbers(change.text) })),
    officialPrice: officialPriceOf(lines),
    source: 'PDF',
    asOf: isoDayOf(/발급일자?\s*[:：]?\s*(\d{4}[년.]\s*\d{1,2}[월.]\s*\d{1,2}일?)/.exec(text)?.[1] ?? ''),
    pages: pages.length,
    complete,
    doubts,
  };
}

/** `(2쪽 중 제1쪽)`: each of them has to be there. Without any mark nothing is proved. */
function hasEveryPage(pages: readonly string[]): boolean {
  const marks = [...pages.join('\n').matchAll(PAGE_MARK)].map((match) => ({
    of: Number(match[1]),
    page: Number(match[2]),
  }));
  const of = marks[0]?.of ?? 0;
  const present = new Set(marks.map((mark) => mark.page));
  if (of === 0 || of > 100 || marks.some((mark) => mark.of !== of)) return false;
  return Array.from({ length: of }, (_, index) => index + 1).every((page) => present.has(page));
}

const LABELS = new Set(
  '건물ID 고유번호 명칭 호명칭 호수/가구수/세대수 대지위치 지번 도로명주소 대지면적 연면적 지역 지구 구역 건축면적 용적률산정용연면적 주구조 주용도 층수 높이 지붕 허가일 착공일 사용승인일 관련주소'.split(
    ' ',
  ),
);

/** Labels in one line, their values in the line below, column by column. */
function pairsIn(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  const lines = text.split('\n').map((line) => line.trim().split(/ {2,}/));
  lines.forEach((labels, index) => {
    const values = lines[index + 1] ?? [];
    const names = labels.map((label) => label.replace(/\s+/g, ''));
    if (names.length < 2 || !names.every((name) => LABELS.has(name))) return;
    // Which one is blank cannot be seen; only 관련 주소 at the end of the three days may be missing.
    const isWhole = values.length === names.length || (names[0] === '허가일' && values.length === 3);
    if (!isWhole) return;
    values.forEach((value, column) => {
      const name = names[column];
      if (name !== undefined && value !== '-' && !pairs.has(name)) pairs.set(name, value);
    });
  });
  return pairs;
}

/** What follows a label up to the next label or the end of its line. */
function labelled(text: string, label: string, next: readonly string[]): string | null {
  const spaced = (word: string) => [...word].join('\\s*');
  const end = next.map((word) => `(?=${spaced(word)})`).join('|');
  const match = new RegExp(
    `(?<![가-힣])${spaced(label)}\\s*[:：]?[ \\t]+([^\\n]{1,80}?)\\s*(?:${end}|\\n|$)`,
  ).exec(text);
  const value = match?.[1]?.trim();
  return value && value !== '-' && !next.includes(value) ? value : null;
}

interface Unit {
  structure: string;
  use: string;
  areaM2: number;
}

/** Whole areas are printed with their point: `34.` */
const UNIT_ROW =
  /^주\s+((?:지하?|옥탑)?\s*\d{1,3}층?)\s+(\S*(?:구조|조))\s+(.+?)\s+(\d{1,4}(?:\.\d{0,4})?)(?:\s|$)/;
const DWELLING = /아파트|연립|다세대|주택|오피스텔|기숙사|근린생활|사무소|소매점|업무/;

/** The row 주 of 전유부분; null when several rows could be it. */
function ownUnit(lines: readonly string[]): Unit | null {
  const rows = lines.flatMap((line) => {
    const match = UNIT_ROW.exec(line);
    return match && DWELLING.test(match[3] ?? '')
      ? [{ structure: match[2] ?? '', use: match[3] ?? '', areaM2: Number(match[4]) }]
      : [];
  });
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** Dates as on ledgers: `2010.3.12.`, the only thing on their line. */
const DAY_LINE = /^\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?$/;

/**
 * Beside its label; else the third of exactly three lines that hold nothing but a day: 허가, 착공, 사용승인; else, where some
 * of the three are blank, the one on which the ledger was made: a new building gets its ledger by its approval.
 */
function approvedOn(lines: readonly string[]): string | null {
  for (const line of lines) {
    const beside = /사용\s*승인\s*일\s*[:：]?\s*(\d{4}[.년-]\s?\d{1,2}[.월-]\s?\d{1,2})/.exec(line)?.[1];
    if (beside) return isoDayOf(beside);
  }
  for (let index = 0; index < lines.length; index++) {
    let count = 0;
    while (DAY_LINE.test(lines[index + count] ?? '')) count++;
    if (count === 3) return isoDayOf(lines[index + 2] ?? '');
    index += count;
  }
  const below =
    lines[lines.findIndex((line) => /허가일.*사용승인일/.test(line.replace(/\s/g, ''))) + 1] ?? '';
  const made = lines.flatMap(
    (line) => /^(\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.)\s.*신규\s?작성/.exec(line)?.[1] ?? [],
  );
  const day = made.find((each) => below.split(/(?<=\.)\s+/).includes(each));
  return day ? isoDayOf(day) : null;
}

/** `0호/3가구/0세대`: a building counts in one of them. */
function householdsOf(text: string): number | null {
  const match = /(\d{1,5})\s*호\s*\/\s*(\d{1,5})\s*가구\s*\/\s*(\d{1,5})\s*세대/.exec(text);
  if (!match) return null;
  const [units = 0, families = 0, households = 0] = match.slice(1).map(Number);
  return households || families || units;
}

/** `2026.1.1. 858,000,000`: the newest price and its base day. */
function officialPriceOf(lines: readonly string[]): LedgerView['officialPrice'] {
  let newest: LedgerView['officialPrice'] = null;
  for (const line of lines)
    for (const match of line.matchAll(/(\d{4}\.\s?1\.\s?1\.)\s+(\d{1,3}(?:,\d{3}){2,3})(?!\d)/g)) {
      const baseDay = isoDayOf(match[1] ?? '');
      const amountKrw = Number((match[2] ?? '').replaceAll(',', ''));
      if (baseDay && (newest === null || baseDay > newest.baseDay)) newest = { amountKrw, baseDay };
    }
  return newest;
}
