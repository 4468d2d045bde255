import type { RegistryView } from '@dungji/contracts';
import { isRecognised, squeezed } from '../layout/text-lines.ts';
import { isoDayOf, isoTimeInKorea } from './days.ts';
import { isStruck } from './entries.ts';
import { likeness } from './likeness.ts';
import { type CellLine, isSubject, type TableRow, type Tables } from './tables.ts';

/** What stands outside the tables: title, number, the home, the time, the numbers of pages. */
export interface Facts {
  readonly variant: 'WITH_CANCELLED' | 'VALID_ONLY' | null;
  readonly kind: RegistryView['kind'] | null;
  readonly isPartial: boolean;
  readonly isPending: boolean;
  readonly uniqueNumber: string | null;
  readonly address: string | null;
  readonly floor: string | null;
  readonly unit: string | null;
  readonly viewedAt: string | null;
  /** `3/12` at the foot of a page, by page of the file. */
  readonly numbers: Map<number, { page: number; of: number }>;
}

const TITLE =
  /등기사항(전부|일부)증명서(?:\((말소사항포함|현재유효사항|현재소유현황|특정인지분|지분취득이력)\))?/;
const KIND = /^[-–—−]*(집합건물|건물|토지)[-–—−]*$/;
const UNIQUE_NUMBER = /고유번호(\d{4})[-–—−](\d{4})[-–—−](\d{6})/;
const VIEWED =
  /(?:열람일시|출력일시)[:：](\d{4}년\d{1,2}월\d{1,2}일)(오전|오후)?(\d{1,2})시(\d{1,2})분(\d{1,2})초/;
const ISSUED = /(?:발행일[:：]?|서기)(\d{4}[/년.]\d{1,2}[/월.]\d{1,2}일?)/;
const NUMBER = /^-?(\d{1,3})\/(\d{1,3})-?$/;
/** `열람일시 : … 3/12`: the number may stand on the line of the time. */
const NUMBER_AT_END = /초(\d{1,3})\/(\d{1,3})$/;

export function factsOf(tables: Tables): Facts {
  const lines = tables.around.map((around) => ({ ...around, text: squeezed(around.text) }));
  const titled = lines.find(({ text }) => TITLE.test(text));
  const title = titled ? TITLE.exec(titled.text) : null;
  const named = lines
    .map(({ text }) => KIND.exec(text)?.[1] ?? /\)-(집합건물|건물|토지)-?$/.exec(text)?.[1])
    .find(Boolean);
  const subject = subjectOf(tables);
  const body = lines.filter(({ page }) => tables.summaryFrom === null || page < tables.summaryFrom);
  return {
    variant: variantOf(title?.[2]) ?? recognisedVariant(tables) ?? variantByLegend(lines),
    kind: (named ?? subject?.kind ?? null) as RegistryView['kind'] | null,
    isPartial: title?.[1] === '일부' || /소유현황|특정인|취득이력/.test(title?.[2] ?? ''),
    isPending: lines.some(({ text }) => /신청사건(이)?처리중|등기신청사건처리중/.test(text)),
    uniqueNumber: uniqueNumberIn(lines),
    ...partsOf(subject?.text ?? null),
    ...differingParts(tables),
    viewedAt: momentIn(body) ?? momentIn(lines),
    numbers: numbersOf(body),
  };
}

const variantOf = (words: string | undefined): Facts['variant'] =>
  words === '말소사항포함' ? 'WITH_CANCELLED' : words === '현재유효사항' ? 'VALID_ONLY' : null;

/** `실선으로 그어진 부분은 말소사항을 표시함`: only certificates with cancelled entries explain the lines through them. */
const variantByLegend = (lines: readonly { text: string }[]): Facts['variant'] =>
  lines.some(({ text }) => /실선으로그어진|부분은말소사항/.test(text)) ? 'WITH_CANCELLED' : null;

const TITLE_LIKE = 0.45;
/** Lines from the top among which the title is. */
const TITLE_LINES = 4;

/** The title is widely spaced, and recognition gets few of its letters right. */
function recognisedVariant(tables: Tables): Facts['variant'] {
  for (const { line, page } of tables.around.slice(0, TITLE_LINES)) {
    if (page !== 1 || !line.glyphs.some(isRecognised)) continue;
    const text = squeezed(line.text);
    const withCancelled = likeness(text, '등기사항전부증명서(말소사항포함)');
    const validOnly = likeness(text, '등기사항전부증명서(현재유효사항)');
    if (Math.max(withCancelled, validOnly) < TITLE_LIKE) continue;
    if (/말소|포함|말ㅅ/.test(text) && withCancelled > validOnly) return 'WITH_CANCELLED';
    if (/현재|유효/.test(text) && validOnly > withCancelled) return 'VALID_ONLY';
  }
  return null;
}

/** The summary repeats it; where the two differ, one of them was misread. */
function uniqueNumberIn(lines: readonly { text: string }[]): string | null {
  const numbers = new Set(lines.flatMap(({ text }) => UNIQUE_NUMBER.exec(text)?.slice(1).join('-') ?? []));
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
}

function first<T>(
  lines: readonly { text: string }[],
  pattern: RegExp,
  make: (match: RegExpExecArray) => T,
): T | null {
  for (const { text } of lines) {
    const match = pattern.exec(text);
    if (match) return make(match);
  }
  return null;
}

function momentIn(lines: readonly { text: string }[]): string | null {
  const viewed = first(lines, VIEWED, (match) => {
    const day = isoDayOf(match[1] ?? '');
    const hour = Number(match[3]);
    const hours =
      match[2] === '오후' && hour < 12 ? hour + 12 : match[2] === '오전' && hour === 12 ? 0 : hour;
    return day && isoTimeInKorea(day, hours, Number(match[4]), Number(match[5]));
  });
  if (viewed) return viewed;
  return first(lines, ISSUED, (match) => {
    const day = isoDayOf(match[1] ?? '');
    return day && isoTimeInKorea(day, 0, 0, 0);
  });
}

function numbersOf(lines: readonly { page: number; text: string }[]): Facts['numbers'] {
  const numbers: Facts['numbers'] = new Map();
  for (const { page, text } of lines) {
    const match = NUMBER.exec(text) ?? NUMBER_AT_END.exec(text);
    const [number, of] = [Number(match?.[1]), Number(match?.[2])];
    if (match && number >= 1 && number <= of) numbers.set(page, { page: number, of });
  }
  return numbers;
}

/** `[집합건물] 서울특별시 …`, which long addresses continue on a second line. */
function subjectOf(tables: Tables): { kind: string; text: string } | null {
  const at = tables.around.findIndex(({ line }) => isSubject(line));
  const found = tables.around[at];
  if (!found) return null;
  let text = found.line.text;
  const next = tables.around[at + 1];
  const isContinued =
    next?.page === found.page &&
    next.line.baseline - found.line.baseline < found.line.size * 1.9 &&
    !/^(고유번호|[-–—*※]|\[|【|열람|발행|순위번호|표시번호|\d+\/\d+)/.test(squeezed(next.text));
  if (isContinued) text += ` ${next.line.text}`;
  const match = /^[[［]\s*(집합건물|건물|토지)\s*[\]］]\s*(.*)$/.exec(text);
  return match ? { kind: match[1] ?? '', text: (match[2] ?? '').replace(/\s+/g, ' ').trim() } : null;
}

/** Each page repeats the line; where recognition reads it differently, the floor or the unit is not known. */
function differingParts(tables: Tables): Partial<Pick<Facts, 'floor' | 'unit'>> {
  const parts = tables.around
    .filter(({ line }) => isSubject(line) && line.glyphs.some(isRecognised))
    .map(({ line }) => partsOf(line.text))
    // A long line goes on below, and may be cut before either.
    .filter(({ unit }) => unit !== null);
  const isSame = (name: 'floor' | 'unit') => new Set(parts.map((part) => part[name])).size <= 1;
  return { ...(isSame('floor') ? {} : { floor: null }), ...(isSame('unit') ? {} : { unit: null }) };
}

const FLOOR = /제?\s*((?:지하|지|옥탑)?\s*\d+)\s*층/;
const UNIT = /제?\s*((?!제)[가-힣A-Za-z]*\d+(?:-\d+)?)\s*호(?=\s|$|,|\))/;

function partsOf(text: string | null): Pick<Facts, 'address' | 'floor' | 'unit'> {
  if (text === null) return { address: null, floor: null, unit: null };
  const floor = FLOOR.exec(text);
  const unit = UNIT.exec(text);
  return {
    address: text,
    floor: floor ? squeezed(floor[1] ?? '') : null,
    unit: unit ? squeezed(unit[1] ?? '') : null,
  };
}

/** The exclusive area: only what 건물내역 of 전유부분 says, in its last row that is not struck out. */
export function exclusiveAreaOf(rows: readonly TableRow[]): { areaM2: number | null; hasTable: boolean } {
  const own = rows.filter((row) => row.table === '전유부분');
  const live = own.filter((row) => !(row.cells[3] ?? []).every(isStruck) && (row.cells[3] ?? []).length > 0);
  const text = liveText(live.at(-1)?.cells[3] ?? []);
  const areas = [...text.matchAll(/(\d{1,5}(?:,\d{3})*(?:\.\d{1,4})?)(?:㎡|m²|m2|평방미터|제곱미터)/g)].map(
    (match) => Number((match[1] ?? '').replaceAll(',', '')),
  );
  // A maisonette has one area per floor.
  const isPerFloor = areas.length > 1 && [...text.matchAll(/\d층[:：]?\d/g)].length === areas.length;
  const areaM2 =
    areas.length === 1 || isPerFloor
      ? Math.round(areas.reduce((all, each) => all + each, 0) * 10_000) / 10_000
      : null;
  return { areaM2: areaM2 && areaM2 > 0 ? areaM2 : null, hasTable: own.length > 0 };
}

/** The road address of the building, from the last row that has one. */
export function roadAddressOf(rows: readonly TableRow[]): string | null {
  for (const row of rows.filter(({ table }) => table === '건물표시').reverse()) {
    const lines = (row.cells[2] ?? []).filter((line) => !isStruck(line)).map((line) => line.text.trim());
    const at = lines.findIndex((line) => /^[[［]?도로명주소[\])］]?/.test(squeezed(line)));
    if (at < 0) continue;
    const rest = [lines[at]?.replace(/^\s*[[［]?\s*도로명주소\s*[\])］]?/, '') ?? '', ...lines.slice(at + 1)];
    const address = rest.join(' ').replace(/\s+/g, ' ').trim();
    if (address !== '') return address;
  }
  return null;
}

/** `별도등기 있음` under 대지권, unless a later row takes it away. */
export function separateLandRegisterOf(rows: readonly TableRow[]): boolean {
  const land = rows.filter(({ table }) => table === '대지권' || table === '대지권토지');
  let exists = false;
  for (const row of land) {
    const text = liveText(row.cells.flat());
    if (/별도등기(등기)?말소|별도등기없음/.test(text)) exists = false;
    else if (/별도등기/.test(text)) exists = true;
  }
  return exists;
}

const liveText = (lines: readonly CellLine[]): string =>
  squeezed(
    lines
      .filter((line) => !isStruck(line))
      .map((line) => line.text)
      .join(''),
  );
