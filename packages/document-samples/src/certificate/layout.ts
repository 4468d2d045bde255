import {
  BLACK,
  type Mark,
  type Measure,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  type Page,
  WATERMARK_GRAY,
} from '../print/page.ts';
import { wrap } from '../print/wrap.ts';
import type { Entry } from '../register/register.ts';
import { MARGIN, placeTable, type Sheet, TABLE_WIDTH } from './layout-table.ts';
import type { Certificate, Summary, Table } from './paper.ts';
import { inStreamOrder } from './stream-order.ts';
import type { Style } from './style.ts';

const BOTTOM = 786;
const FOOTER_BASELINE = 812;
const WATERMARK_SIZE = 28;

export interface LaidOut {
  readonly body: readonly Page[];
  /** The summary pages, numbered by themselves. */
  readonly summary: readonly Page[];
  /** The page of the body (from 1) on which an entry begins. */
  readonly pageOf: ReadonlyMap<Entry, number>;
}

/** Lays a certificate out on A4 pages: body pages numbered together, then the summary with its own numbers. */
export function layOut(certificate: Certificate, measure: Measure): LaidOut {
  const body = layOutBody(certificate, measure);
  const summary = certificate.summary ? layOutSummary(certificate, certificate.summary, measure) : [];
  return { ...body, summary };
}

class Pages implements Sheet {
  readonly pages: Mark[][] = [];
  readonly pageOf = new Map<Entry, number>();
  y = 0;
  isBoxOpen = false;

  constructor(
    readonly measure: Measure,
    readonly style: Style,
    private readonly openPage: (sheet: Pages) => void,
  ) {
    this.turn();
  }

  readonly bottom = BOTTOM;

  turn(): void {
    this.pages.push([]);
    this.y = 36;
    this.openPage(this);
  }

  add(...marks: Mark[]): void {
    this.pages.at(-1)?.push(...marks);
  }

  started(entry: Entry): void {
    this.pageOf.set(entry, this.pages.length);
  }

  text(text: string, size: number, place: 'left' | 'center' | 'right', baseline: number): void {
    const width = place === 'left' ? 0 : this.measure(text, size);
    const x = { left: MARGIN, center: (PAGE_WIDTH - width) / 2, right: PAGE_WIDTH - MARGIN - width }[place];
    this.add({ type: 'text', x, y: baseline, size, text, color: BLACK });
  }

  /** Wrapped text from the left margin; moves on below it. */
  paragraph(text: string, size: number): void {
    for (const line of wrap(text, TABLE_WIDTH, (part) => this.measure(part, size))) {
      if (this.y + size * 1.5 > this.bottom) this.turn();
      this.y += size * 1.5;
      this.text(line, size, 'left', this.y - size * 0.35);
    }
  }
}

function layOutBody(certificate: Certificate, measure: Measure): Pick<LaidOut, 'body' | 'pageOf'> {
  const { style } = certificate;
  let first = true;
  const sheet = new Pages(measure, style, (pages) => {
    if (!first) pages.paragraph(certificate.subject, 10);
    first = false;
  });
  sheet.text(certificate.title, 17, 'center', 54);
  if (certificate.kindLine) sheet.text(certificate.kindLine, 14, 'center', 78);
  sheet.text(`고유번호 ${certificate.uniqueNumber}`, 11, 'right', 102);
  sheet.y = 108;
  sheet.paragraph(certificate.subject, 11);
  if (certificate.notice) sheet.paragraph(certificate.notice, 10);
  for (const table of certificate.tables) placeHeadedTable(sheet, table);
  placeClosing(sheet, certificate);
  const body = sheet.pages.map((marks, index) =>
    inStreamOrder(
      [...marks, ...footer(certificate, `${index + 1}/${sheet.pages.length}`, measure)],
      style,
      measure,
      certificate.watermark ? watermark(certificate.watermark, measure) : null,
    ),
  );
  return { body, pageOf: sheet.pageOf };
}

function placeHeadedTable(sheet: Pages, table: Table): void {
  // A heading alone at the foot of a page would be torn from its table.
  if (sheet.y + 90 > sheet.bottom) sheet.turn();
  sheet.y += 26;
  const heading = [table.heading, table.caption].filter(Boolean).join('   ');
  sheet.add({ type: 'text', x: MARGIN + 30, y: sheet.y - 6, size: 12, text: heading, color: BLACK });
  for (const line of table.preamble) sheet.paragraph(line, 9);
  if (table.preamble.length > 0) sheet.y += 4;
  placeTable(sheet, table);
}

function placeClosing(sheet: Pages, certificate: Certificate): void {
  const needed = 48 + certificate.notes.length * 13;
  if (sheet.y + needed > sheet.bottom) sheet.turn();
  sheet.text('-- 이 하 여 백 --', 10, 'center', sheet.y + 20);
  sheet.text(certificate.office, 10, 'right', sheet.y + 38);
  sheet.y += 44;
  for (const note of certificate.notes) sheet.paragraph(note, 8.5);
}

function layOutSummary(certificate: Certificate, summary: Summary, measure: Measure): readonly Page[] {
  const sheet = new Pages(measure, certificate.style, () => undefined);
  sheet.text('주요 등기사항 요약 (참고용)', 15, 'center', 54);
  sheet.text('[ 주 의 사 항 ]', 11, 'center', 78);
  sheet.y = 82;
  sheet.paragraph(
    '본 주요 등기사항 요약은 증명서상에 말소되지 않은 사항을 간략히 요약한 것으로 증명서로서의 기능을 제공하지 않습니다.',
    9,
  );
  sheet.paragraph('실제 권리사항 파악을 위해서는 발급된 증명서를 필히 확인하시기 바랍니다.', 9);
  sheet.text(`고유번호 ${certificate.uniqueNumber}`, 10, 'right', sheet.y + 14);
  sheet.y += 18;
  sheet.paragraph(certificate.subject, 10);
  for (const table of summary.tables) {
    if (sheet.y + 80 > sheet.bottom) sheet.turn();
    sheet.y += 6;
    sheet.paragraph(table.caption, 10);
    placeTable(sheet, table);
  }
  sheet.y += 10;
  sheet.paragraph('[ 참 고 사 항 ]', 10);
  for (const line of SUMMARY_REMARKS) sheet.paragraph(line, 8.5);
  sheet.paragraph(summary.printedAt, 9);
  return sheet.pages.map((marks, index) =>
    inStreamOrder(
      [...marks, centered(`${index + 1}/${sheet.pages.length}`, 10, FOOTER_BASELINE, measure)],
      certificate.style,
      measure,
      null,
    ),
  );
}

const SUMMARY_REMARKS = [
  '가. 등기기록에서 유효한 지분을 가진 소유자 혹은 공유자 현황을 가나다 순으로 표시합니다.',
  '나. 최종지분은 등기명의인이 가진 최종지분이며, 2개 이상의 순위번호에 지분을 가진 경우 그 지분을 합산하였습니다.',
  '다. 지분이 통분되어 공시된 경우는 전체의 지분을 통분하여 공시한 것입니다.',
  '라. 대상소유자가 명확하지 않은 경우 ‘확인불가’로 표시될 수 있습니다. 정확한 권리사항은 등기사항증명서를 확인하시기 바랍니다.',
] as const;

function watermark(text: string, measure: Measure): Mark {
  return {
    type: 'text',
    x: (PAGE_WIDTH - measure(text, WATERMARK_SIZE)) / 2,
    y: PAGE_HEIGHT / 2,
    size: WATERMARK_SIZE,
    text,
    color: WATERMARK_GRAY,
  };
}

/** The viewing time or the numbers of issue, and the page's number beside or below. */
function footer(certificate: Certificate, number: string, measure: Measure): Mark[] {
  const { footer: texts, style } = certificate;
  const size = texts.length > 1 ? 7 : 10;
  const own = style.pageNumber === 'own-line' || texts.length > 1;
  const top = FOOTER_BASELINE - (own ? 12 : 0) - (texts.length - 1) * 9;
  return [
    ...texts.map(
      (text, index): Mark => ({ type: 'text', x: MARGIN, y: top + index * 9, size, text, color: BLACK }),
    ),
    centered(number, 10, FOOTER_BASELINE, measure),
  ];
}

function centered(text: string, size: number, y: number, measure: Measure): Mark {
  return { type: 'text', x: (PAGE_WIDTH - measure(text, size)) / 2, y, size, text, color: BLACK };
}
