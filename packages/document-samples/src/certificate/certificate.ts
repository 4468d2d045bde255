import { won } from '../fiction.ts';
import { type Draw, drawFrom } from '../random.ts';
import {
  type Entry,
  line,
  lines,
  type PropertyList,
  printDay,
  type Register,
  type TitleTable,
} from '../register/register.ts';
import { type Column, ENTRY_COLUMNS, LIST_FORMS, OLD_PLACE_TITLE, TITLE_FORMS } from './columns.ts';
import type { Certificate, Row, Table } from './paper.ts';
import { PLAIN_STYLE, type Style } from './style.ts';
import { summaryOf } from './summary.ts';
import { anno, paddedTime, slashedDay } from './times.ts';

export type Variant = 'WITH_CANCELLED' | 'VALID_ONLY';
export type Usage = 'VIEW' | 'ISSUE';

/** How a register is to be printed. */
export interface Printing {
  readonly variant: Variant;
  readonly usage: Usage;
  readonly withSummary: boolean;
  /** The moment of the first viewing; printed in Korean time. */
  readonly viewedAt: Date;
  /** An application waits at the registry office: what is printed is about to change. */
  readonly pending?: boolean;
  /** A certificate of a part of the record (등기사항일부증명서): without 을구. */
  readonly partOnly?: boolean;
  readonly style?: Style;
}

/** Chooses what of a register is printed, and in which words. */
export function certificateOf(register: Register, printing: Printing): Certificate {
  const style = printing.style ?? PLAIN_STYLE;
  const forViewing = printing.usage === 'VIEW';
  const wide = (table: Table): Table =>
    style.wideHeadings && table.heading
      ? {
          ...table,
          heading: table.heading.replaceAll(' ', '    ').replace('【    ', '【 ').replace('    】', ' 】'),
        }
      : table;
  return {
    ...titleOf(register, printing, style),
    uniqueNumber: register.uniqueNumber,
    subject: `[${register.kind}] ${register.address}`,
    notice: printing.pending
      ? '* 신청사건 처리중인 등기부입니다. 처리가 끝난 뒤 다시 열람하시기 바랍니다.'
      : null,
    tables: tablesOf(register, printing, style)
      .map(wide)
      .map((table) => shifted(table, style)),
    office: `관할등기소 ${register.office}`,
    notes: notes(printing),
    watermark: forViewing ? '열 람 용' : null,
    footer: forViewing
      ? [`열람일시 : ${paddedTime(printing.viewedAt)}`]
      : issueLines(register.uniqueNumber, printing.viewedAt),
    summary: printing.withSummary ? summaryOf(register, printing.viewedAt, style) : null,
    style,
  };
}

function titleOf(register: Register, printing: Printing, style: Style) {
  const withCancelled = printing.variant === 'WITH_CANCELLED';
  const name = `등기사항${printing.partOnly ? '일부' : '전부'}증명서`;
  if (style.tightTitle)
    return {
      title: `${name}(${withCancelled ? '말소사항포함' : '현재유효사항'})-${register.kind}`,
      kindLine: null,
    };
  return {
    title: `${name}(${withCancelled ? '말소사항 포함' : '현재 유효사항'})`,
    kindLine: `- ${register.kind} -`,
  };
}

function tablesOf(register: Register, printing: Printing, style: Style): Table[] {
  const strikes = drawFrom(`strikes:${register.uniqueNumber}`);
  const entryTable = (heading: string, caption: string, entries: readonly Entry[]): Table[] => {
    const rows = entries
      .filter((entry) => printing.variant === 'WITH_CANCELLED' || isValid(entry))
      .map((entry) => rowOf(entry, printing.variant, style, strikes));
    if (rows.length === 0 && style.empty === 'absent' && heading.includes('을')) return [];
    return [{ heading, caption, columns: ENTRY_COLUMNS, preamble: [], rows, emptyText: emptyText(style) }];
  };
  const tables = [
    ...register.title.tables.map((table) => titleTable(table, printing.variant, style)),
    ...entryTable('【 갑 구 】', '( 소유권에 관한 사항 )', register.ownership),
    ...(printing.partOnly
      ? []
      : entryTable('【 을 구 】', '( 소유권 이외의 권리에 관한 사항 )', register.rights)),
  ];
  const printed = tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flat().map(({ text }) => text)),
  );
  const named = register.lists.filter(({ number }) => printed.some((text) => text.includes(`제${number}호`)));
  return [...tables, ...named.map((list) => listTable(list, register))];
}

const emptyText = (style: Style) => (style.empty === 'plain' ? '기록사항 없음' : '-- 기 록 사 항 없 음 --');

/** What 현재 유효사항 still prints. */
export const isValid = (entry: Entry) =>
  !entry.cancelled && !entry.superseded && (entry.deed !== 'CANCEL' || entry.partial);

function titleTable(table: TitleTable, variant: Variant, style: Style): Table {
  const withCancelled = variant === 'WITH_CANCELLED';
  const form = TITLE_FORMS[table.form];
  const columns =
    table.form === 'building' && style.oldPlaceTitle
      ? form.columns.map((column, index) => (index === 2 ? { ...column, title: OLD_PLACE_TITLE } : column))
      : form.columns;
  const rows = table.rows
    .filter((row) => withCancelled || !row.cancelled)
    .map((row) => ({
      cells: row.cells.map((cell) =>
        cell.map(({ text }) => ({ text, struck: row.cancelled && style.strikes !== 'lost' })),
      ),
      entry: null,
    }));
  return { ...form, columns, preamble: [], rows, emptyText: emptyText(style) };
}

function rowOf(entry: Entry, variant: Variant, style: Style, strikes: Draw): Row {
  const former = entry.formerRank ? `(전 ${entry.formerRank})` : '';
  const rank = style.formerRankApart
    ? [entry.rank ?? '', former].filter(Boolean)
    : [[entry.rank, former].filter(Boolean).join(' ')].filter(Boolean);
  const whole = entry.strike === 'WHOLE';
  const cells = [
    lines(...rank),
    lines(entry.purpose),
    lines(...(entry.receipt ? [printDay(entry.receipt.on), `제${entry.receipt.no}호`] : [])),
    entry.cause,
    entry.holder,
  ];
  const joinsAbove = style.joinsRows && entry.rank === null;
  if (variant === 'VALID_ONLY')
    return {
      entry,
      joinsAbove,
      cells: cells.map((cell) => cell.filter(({ struck }) => !struck || whole).map(({ text }) => line(text))),
    };
  const drawn = (struck: boolean) =>
    struck &&
    style.strikes !== 'lost' &&
    !(entry.cancelledByEntry && style.strikes === 'patchy' && strikes.chance(35));
  return {
    entry,
    joinsAbove,
    cells: cells.map((cell) => cell.map((one) => ({ text: one.text, struck: drawn(whole || one.struck) }))),
  };
}

function listTable(list: PropertyList, register: Register): Table {
  const cause = list.form === 'sale' ? '매매' : '';
  return {
    ...LIST_FORMS[list.form],
    preamble: [
      `목록번호 ${list.number}`,
      ...(list.priceKrw === null ? [] : [`거래가액 ${won(list.priceKrw)}`]),
    ],
    rows: list.rows.map(({ property, rank, remark }, index) => ({
      entry: null,
      cells: (list.form === 'sale'
        ? [String(index + 1), property, rank, cause, remark]
        : [String(index + 1), property, register.office, rank, remark]
      ).map((text) => (text ? lines(text) : [])),
    })),
    emptyText: '',
  };
}

/** Widths differ between programs: what the widest column loses, the second one gets. */
function shifted(table: Table, style: Style): Table {
  if (style.columnShift === 0) return table;
  const by = style.columnShift / 100;
  const widest = table.columns.reduce((most, column) => (column.share > most.share ? column : most));
  const move = (column: Column, index: number) =>
    column === widest ? -by : index === (widest === table.columns[1] ? 2 : 1) ? by : 0;
  return {
    ...table,
    columns: table.columns.map((column, index) => ({ ...column, share: column.share + move(column, index) })),
  };
}

function notes(printing: Printing): string[] {
  const legend =
    printing.variant === 'WITH_CANCELLED'
      ? '* 실선으로 그어진 부분은 말소사항을 표시함. * 기록사항 없는 갑구, 을구는 ‘기록사항 없음’으로 표시함.'
      : '* 기록사항 없는 갑구, 을구는 ‘기록사항 없음’으로 표시함.';
  const standing =
    printing.usage === 'VIEW'
      ? ['* 본 등기사항증명서는 열람용이므로 출력하신 등기사항증명서는 법적인 효력이 없습니다.']
      : [
          '이 증명서는 등기기록의 내용과 틀림없음을 증명합니다. 수수료 1,000원 영수함',
          `${anno(printing.viewedAt)} 법원행정처 등기정보중앙관리소 전산운영책임관`,
        ];
  return [legend, '* 증명서는 컬러 또는 흑백으로 출력 가능함.', ...standing];
}

/** The foot of an issued certificate: its numbers, and how to check it. */
function issueLines(uniqueNumber: string, at: Date): string[] {
  const draw = drawFrom(`issue:${uniqueNumber}`);
  const digits = (count: number) => Array.from({ length: count }, () => draw.integer(0, 9)).join('');
  const letters = () =>
    Array.from({ length: 4 }, () => draw.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ'] as [string])).join('');
  return [
    `발행번호 ${digits(20)}   발급확인번호 ${letters()}-${letters()}-${digits(4)}   발행일 : ${slashedDay(at)}`,
    '[인터넷 발급] 문서 하단의 바코드를 스캐너로 확인하거나 발급확인번호를 입력하여 발행일부터 3개월까지 5회에 한하여 확인할 수 있습니다.',
  ];
}
