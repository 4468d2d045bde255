import { createRequire } from 'node:module';
import type { LedgerRecord, LedgerRow } from '@dungji/contracts';
import PDFDocument from 'pdfkit';
import { isDivided, isOwn } from './pick-home.ts';

/** The whole of Hangul in one file; only the letters that are used go into the PDF. */
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
);
const MARGIN = 48;
/** The years that a contract of today is judged by; the others stand in the record. */
const PRICES_MAX = 5;
const INK = '#111827';
const SOFT = '#4b5563';
const RULE = '#d1d5db';
const ALARM = '#b91c1c';
const VIOLATION = '위반건축물';

/** A page that people can read of what the open API said. It says itself what it is, and what it is not. */
export function printLedger(record: LedgerRecord): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: FONT_FILE,
    lang: 'ko-KR',
    displayTitle: true,
    info: { Title: '건축물대장', Producer: 'Dungji', CreationDate: new Date(record.fetchedAt) },
  });
  const { title, areas, prices } = record;

  pdf
    .fontSize(18)
    .fillColor(INK)
    .text(headline(title), { continued: violationIn(record) !== null });
  if (violationIn(record) !== null) pdf.fillColor(ALARM).text(`  ${VIOLATION}`);
  pdf.moveDown(0.3).fontSize(9).fillColor(SOFT);
  pdf.text(
    '건축HUB 건축물대장정보 공개 자료를 옮겨 적은 문서입니다. 등본·초본이 아니며 법적 효력이 없습니다.',
  );
  pdf
    .text(`조회 시각 ${moment(record.fetchedAt)}`)
    .moveDown(0.5)
    .fillColor(INK)
    .text(aboutViolation(record));

  table(pdf, '건물', ['항목', '내용'], [1, 3], facts(record));
  if (areas.length > 0) {
    const rows = areas.map((row) => [
      isOwn(row) ? '전유' : '공용',
      row.flrNoNm,
      row.strctCdNm,
      row.etcPurps ?? row.mainPurpsCdNm,
      row.area && `${row.area}㎡`,
    ]);
    table(pdf, '면적', ['구분', '층', '구조', '용도', '면적'], [1, 1, 2, 2, 1], rows);
  }
  if (prices && prices.length > 0) {
    const newestFirst = prices
      .toSorted((a, b) => (b.stdDay ?? '').localeCompare(a.stdDay ?? ''))
      .slice(0, PRICES_MAX);
    const rows = newestFirst.map((row) => [day(row.stdDay), won(row.hsprc)]);
    table(pdf, '공동주택가격', ['기준일', '가격'], [1, 3], rows);
  }
  return finished(pdf);
}

const headline = (title: LedgerRow): string =>
  isDivided(title) ? '집합건축물대장 (표제부, 전유부)' : `${title.regstrGbCdNm ?? '일반'}건축물대장`;

/** The words in which some text of the ledger speaks of a violation; null says nothing at all. */
export function violationIn({ title, areas }: Pick<LedgerRecord, 'title' | 'areas'>): string | null {
  const texts = [title, ...areas].flatMap((row) => Object.values(row));
  return texts.find((text) => text?.includes(VIOLATION)) ?? null;
}

function aboutViolation(record: LedgerRecord): string {
  const found = violationIn(record);
  return found === null
    ? '공개 자료에는 법을 어긴 건물인지 적는 칸이 없습니다. 이 문서만으로는 알 수 없으니, 정부24나 세움터의 대장 첫 쪽과 변동사항을 함께 확인하세요.'
    : `${VIOLATION} 표기: ${found}`;
}

type Cells = (string | null | undefined)[];

function facts({ title, areas }: LedgerRecord): Cells[] {
  const unit = areas.find(isOwn);
  return [
    ['관리번호', (unit ?? title).mgmBldrgstPk],
    ['대지위치', title.platPlc],
    ['도로명주소', title.newPlatPlc],
    ['건물 이름', title.bldNm],
    ['동', unit?.dongNm ?? title.dongNm],
    ['호', unit?.hoNm],
    ['주구조', title.strctCdNm],
    ['주용도', title.mainPurpsCdNm],
    ['세부 용도', title.etcPurps],
    ['층수', `지하 ${title.ugrndFlrCnt ?? '-'}층, 지상 ${title.grndFlrCnt ?? '-'}층`],
    ['세대수', `${title.hoCnt ?? '-'}호 / ${title.fmlyCnt ?? '-'}가구 / ${title.hhldCnt ?? '-'}세대`],
    ['연면적', title.totArea && `${title.totArea}㎡`],
    ['사용승인일', day(title.useAprDay)],
  ];
}

function table(
  pdf: PDFKit.PDFDocument,
  title: string,
  names: readonly string[],
  shares: readonly number[],
  rows: readonly Cells[],
): void {
  const width = pdf.page.width - 2 * MARGIN;
  const whole = shares.reduce((sum, share) => sum + share, 0);
  pdf.moveDown(1).fontSize(12).fillColor(INK).text(title, MARGIN).moveDown(0.3).fontSize(9);
  pdf.table({
    columnStyles: shares.map((share) => (width * share) / whole),
    defaultStyle: { border: 0.5, borderColor: RULE, padding: 4 },
    rowStyles: (row) => (row === 0 ? { backgroundColor: '#f3f4f6' } : {}),
    data: [[...names], ...rows.map((cells) => cells.map((cell) => cell || '-'))],
  });
}

/** `20100430` → 2010.4.30.; of old buildings the day or the month is 00, and is left out. */
function day(text: string | null | undefined): string | null {
  const [, year, month, dayOfMonth] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  if (!year) return text ?? null;
  return [year, month, dayOfMonth]
    .filter((part) => Number(part) > 0)
    .map((part) => `${Number(part)}.`)
    .join('');
}

const won = (text: string | null | undefined): string | null =>
  text && /^\d{1,15}$/.test(text) ? `${Number(text).toLocaleString('ko-KR')}원` : (text ?? null);

/** `2026-01-31 09:08`, as clocks in Korea showed it. */
const moment = (iso: string): string =>
  new Date(iso).toLocaleString('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'short' });

function finished(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}
