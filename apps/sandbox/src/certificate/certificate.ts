import { type Day, type Entry, printDay, type Register, type TitleTable } from './register.ts';

export type Variant = 'WITH_CANCELLED' | 'VALID_ONLY';
export type Usage = 'VIEW' | 'ISSUE';

/** How a register is to be printed. */
export interface Printing {
  readonly variant: Variant;
  readonly usage: Usage;
  readonly withSummary: boolean;
  /** The moment of the first viewing; printed in Korean time. */
  readonly viewedAt: Date;
}

export interface Column {
  readonly title: string;
  /** Share of the table's width; the shares of a table add up to 1. */
  readonly share: number;
}

export interface Row {
  readonly cells: readonly (readonly string[])[];
  readonly struck: boolean;
}

export interface Table {
  /** `【 갑 구 】`; null when the table goes on under the heading before it. */
  readonly heading: string | null;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Printed in place of the table when it has no rows. */
  readonly emptyText: string;
}

/** Everything a certificate prints, in order, before it is laid out on pages. */
export interface Certificate {
  readonly title: string;
  readonly kindLine: string;
  readonly uniqueNumber: string;
  readonly subject: string;
  readonly tables: readonly Table[];
  readonly office: string;
  readonly notes: readonly string[];
  readonly watermark: string | null;
  readonly footer: string;
  readonly summary: Summary | null;
}

export interface Summary {
  readonly tables: readonly Table[];
  readonly printedAt: string;
}

const columns = (...pairs: readonly (readonly [string, number])[]): readonly Column[] =>
  pairs.map(([title, share]) => ({ title, share }));

const TITLE_FORMS: Readonly<Record<TitleTable['form'], Pick<Table, 'heading' | 'caption' | 'columns'>>> = {
  'whole-building': {
    heading: '【 표 제 부 】',
    caption: '( 1동의 건물의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['접 수', 0.125],
      ['소재지번,건물명칭 및 번호', 0.29],
      ['건 물 내 역', 0.26],
      ['등기원인 및 기타사항', 0.25],
    ),
  },
  'site-land': {
    heading: null,
    caption: '( 대지권의 목적인 토지의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['소 재 지 번', 0.325],
      ['지 목', 0.09],
      ['면 적', 0.15],
      ['등기원인 및 기타사항', 0.36],
    ),
  },
  'exclusive-part': {
    heading: '【 표 제 부 】',
    caption: '( 전유부분의 건물의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['접 수', 0.125],
      ['건 물 번 호', 0.29],
      ['건 물 내 역', 0.26],
      ['등기원인 및 기타사항', 0.25],
    ),
  },
  'site-right': {
    heading: null,
    caption: '( 대지권의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['대지권종류', 0.245],
      ['대지권비율', 0.24],
      ['등기원인 및 기타사항', 0.44],
    ),
  },
  building: {
    heading: '【 표 제 부 】',
    caption: '( 건물의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['접 수', 0.125],
      ['소재지번,건물명칭 및 번호', 0.29],
      ['건 물 내 역', 0.26],
      ['등기원인 및 기타사항', 0.25],
    ),
  },
  land: {
    heading: '【 표 제 부 】',
    caption: '( 토지의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['접 수', 0.135],
      ['소 재 지 번', 0.3],
      ['지 목', 0.08],
      ['면 적', 0.13],
      ['등기원인 및 기타사항', 0.28],
    ),
  },
};

const ENTRY_COLUMNS = columns(
  ['순위번호', 0.075],
  ['등 기 목 적', 0.17],
  ['접 수', 0.16],
  ['등 기 원 인', 0.17],
  ['권리자 및 기타사항', 0.425],
);
const SUMMARY_COLUMNS = columns(
  ['순위번호', 0.095],
  ['등기목적', 0.205],
  ['접수정보', 0.205],
  ['주요등기사항', 0.335],
  ['대상소유자', 0.16],
);

/** Chooses what of a register is printed, and in which words. */
export function certificateOf(register: Register, printing: Printing): Certificate {
  const withCancelled = printing.variant === 'WITH_CANCELLED';
  const forViewing = printing.usage === 'VIEW';
  return {
    title: `등기사항전부증명서(${withCancelled ? '말소사항 포함' : '현재 유효사항'})`,
    kindLine: `- ${register.kind} -`,
    uniqueNumber: register.uniqueNumber,
    subject: `[${register.kind}] ${register.address}`,
    tables: [
      ...register.title.map((table) => titleTable(table, withCancelled)),
      entryTable('【 갑 구 】', '( 소유권에 관한 사항 )', register.ownership, withCancelled),
      entryTable('【 을 구 】', '( 소유권 이외의 권리에 관한 사항 )', register.rights, withCancelled),
    ],
    office: `관할등기소 ${register.office}`,
    notes: notes(printing),
    watermark: forViewing ? '열 람 용' : null,
    footer: forViewing
      ? `열람일시 : ${paddedTime(printing.viewedAt)}`
      : `발행일시 : ${paddedTime(printing.viewedAt)}`,
    summary: printing.withSummary ? summaryOf(register, printing) : null,
  };
}

function titleTable(table: TitleTable, withCancelled: boolean): Table {
  const rows = table.rows
    .filter((row) => withCancelled || !row.cancelled)
    .map((row) => ({ cells: row.cells, struck: row.cancelled }));
  return { ...TITLE_FORMS[table.form], rows, emptyText: '-- 기 록 사 항 없 음 --' };
}

function entryTable(
  heading: string,
  caption: string,
  entries: readonly Entry[],
  withCancelled: boolean,
): Table {
  const rows = entries
    .filter((entry) => withCancelled || !(entry.cancelled || entry.cancels))
    .map((entry) => ({
      cells: [
        entry.rank ? [entry.rank] : [],
        [entry.purpose],
        receiptLines(entry.receipt),
        entry.cause,
        entry.holder,
      ],
      struck: entry.cancelled,
    }));
  return { heading, caption, columns: ENTRY_COLUMNS, rows, emptyText: '-- 기 록 사 항 없 음 --' };
}

const receiptLines = (receipt: { readonly on: Day; readonly no: number } | null) =>
  receipt ? [printDay(receipt.on), `제${receipt.no}호`] : [];

function notes(printing: Printing): string[] {
  const legend =
    printing.variant === 'WITH_CANCELLED'
      ? '* 실선으로 그어진 부분은 말소사항을 표시함. * 기록사항 없는 갑구, 을구는 ‘기록사항 없음’으로 표시함.'
      : '* 기록사항 없는 갑구, 을구는 ‘기록사항 없음’으로 표시함.';
  const standing =
    printing.usage === 'VIEW'
      ? '* 본 등기사항증명서는 열람용이므로 출력하신 등기사항증명서는 법적인 효력이 없습니다.'
      : '* 수수료 1,000원 영수함. 법원행정처 등기정보중앙관리소 전산운영책임관';
  return [legend, '* 증명서는 컬러 또는 흑백으로 출력 가능함.', standing];
}

function summaryOf(register: Register, printing: Printing): Summary {
  const [first] = register.owners;
  const target = first ? `${first.name}${register.owners.length > 1 ? ' 등' : ''}` : '확인불가';
  const listed = (entries: readonly Entry[]) =>
    entries.flatMap((entry) =>
      entry.summary
        ? [
            {
              cells: [
                entry.rank ? [entry.rank] : [],
                [entry.summary.purpose],
                receiptLines(entry.receipt),
                entry.summary.lines,
                [target],
              ],
              struck: false,
            },
          ]
        : [],
    );
  const emptyText = '- 기록사항 없음';
  return {
    printedAt: `출력일시 : ${spokenTime(printing.viewedAt)}`,
    tables: [
      {
        heading: null,
        caption: '1. 소유지분현황 ( 갑구 )',
        columns: columns(
          ['등기명의인', 0.19],
          ['(주민)등록번호', 0.175],
          ['최종지분', 0.125],
          ['주 소', 0.385],
          ['순위번호', 0.125],
        ),
        rows: register.owners.map((owner) => ({
          cells: [
            [`${owner.name} (${owner.trustee ? '수탁자' : owner.share ? '공유자' : '소유자'})`],
            [owner.number],
            [owner.share ?? '단독소유'],
            [owner.address],
            [owner.rank],
          ],
          struck: false,
        })),
        emptyText,
      },
      {
        heading: null,
        caption: '2. 소유지분을 제외한 소유권에 관한 사항 ( 갑구 )',
        columns: SUMMARY_COLUMNS,
        rows: listed(register.ownership),
        emptyText,
      },
      {
        heading: null,
        caption: '3. (근)저당권 및 전세권 등 ( 을구 )',
        columns: SUMMARY_COLUMNS,
        rows: listed(register.rights),
        emptyText,
      },
    ],
  };
}

/** Korea has had one time zone without daylight saving since 1988. */
function inKorea(at: Date) {
  const shifted = new Date(at.getTime() + 9 * 60 * 60 * 1000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/** `2026년01월23일 09시08분07초`: zero padded, as the body's footer has it. */
export function paddedTime(at: Date): string {
  const { year, month, day, hour, minute, second } = inKorea(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${year}년${two(month)}월${two(day)}일 ${two(hour)}시${two(minute)}분${two(second)}초`;
}

/** `2026년 1월 23일 오전 9시12분34초`: not padded, as the summary has it. */
function spokenTime(at: Date): string {
  const { year, month, day, hour, minute, second } = inKorea(at);
  const half = hour < 12 ? '오전' : '오후';
  return `${year}년 ${month}월 ${day}일 ${half} ${hour % 12 || 12}시${minute}분${second}초`;
}
