import { isRecognised as isRecognisedGlyph, squeezed, type TextLine } from '../layout/text-lines.ts';
import { likeness } from './likeness.ts';

/** The tables of a register. 표시 are the describing ones; only the first two of 갑구 and 을구 carry rights. */
export type TableName =
  | '갑구'
  | '을구'
  | '건물표시'
  | '토지표시'
  | '대지권토지'
  | '전유부분'
  | '대지권'
  | '요약소유'
  | '요약갑구'
  | '요약을구'
  | '목록';

/** Column headings of each table, as printed but without spaces; the first one decides that a line is a heading. */
export const COLUMNS: Record<TableName, readonly (readonly string[])[]> = {
  갑구: [['순위번호', '등기목적', '접수', '등기원인', '권리자및기타사항']],
  을구: [['순위번호', '등기목적', '접수', '등기원인', '권리자및기타사항']],
  건물표시: [
    ['표시번호', '접수', '소재지번,건물명칭및번호', '건물내역', '등기원인및기타사항'],
    ['표시번호', '접수', '소재지번및건물번호', '건물내역', '등기원인및기타사항'],
    ['표시번호', '접수', '소재지번', '건물내역', '등기원인및기타사항'],
  ],
  토지표시: [['표시번호', '접수', '소재지번', '지목', '면적', '등기원인및기타사항']],
  대지권토지: [['표시번호', '소재지번', '지목', '면적', '등기원인및기타사항']],
  전유부분: [['표시번호', '접수', '건물번호', '건물내역', '등기원인및기타사항']],
  대지권: [['표시번호', '대지권종류', '대지권비율', '등기원인및기타사항']],
  요약소유: [['등기명의인', '(주민)등록번호', '최종지분', '주소', '순위번호']],
  요약갑구: [['순위번호', '등기목적', '접수정보', '주요등기사항', '대상소유자']],
  요약을구: [['순위번호', '등기목적', '접수정보', '주요등기사항', '대상소유자']],
  목록: [['일련번호'], ['목록번호']],
};

const COLUMN_ROWS = Object.values(COLUMNS)
  .flat()
  .map((labels) => labels.join(''))
  .filter((labels) => labels.length > 8);

const OPEN = '[【\\[\\(［]';
const CLOSE = '[】\\]\\)］]';
/** Recognition takes 갑 for 감 and 표 for 퓨. */
const SECTION = new RegExp(
  `^${OPEN}?(표제부|퓨제부|[갑감]구|[을올]구|매매목록|공동담보목록|공장저당목록|도면)${CLOSE}?(.*)$`,
);

/** The table that a heading announces; null: the line is no heading. */
export function headingOf(line: TextLine): TableName | null {
  const text = squeezed(line.text);
  if (text.length > 60) return null;
  const isBracketed = /^[【[［(]/.test(text);
  const section = SECTION.exec(text);
  if (section && isBracketed && !/^[[［](집합건물|건물|토지)/.test(text)) {
    const [, name = '', rest = ''] = section;
    if (/[갑감]구/.test(name)) return '갑구';
    if (/[을올]구/.test(name)) return '을구';
    if (name.endsWith('제부')) return /토지의표시/.test(rest) ? '토지표시' : partOf(rest);
    return '목록';
  }
  if (/^\(?대지권의목적인토지의표시\)?$/.test(text)) return '대지권토지';
  if (/^\(?대지권의표시\)?$/.test(text)) return '대지권';
  if (/^\(?소유권에관한사항\)?$/.test(text)) return '갑구';
  if (/^\(?소유권이외의권리에관한사항\)?$/.test(text)) return '을구';
  if (isRecognised(line))
    for (const [words, table] of CAPTIONS) if (likeness(text, words) >= LIKE_CAPTION) return table;
  if (/^1\.소유지분현황/.test(text)) return '요약소유';
  if (/^2\.소유지분을제외한/.test(text)) return '요약갑구';
  if (/^3\.\(?근\)?저당권및전세권/.test(text)) return '요약을구';
  return null;
}

const partOf = (rest: string): TableName => (/전유부분/.test(rest) ? '전유부분' : '건물표시');

/** Whether a line is the row of column headings of some table. */
export function isColumnRow(line: TextLine): boolean {
  const text = squeezed(line.text);
  if (text.length > 60) return false;
  if (/^(순위번호|표시번호|일련번호|목록번호)/.test(text)) return true;
  if (/^등기명의인/.test(text) && text.includes('순위번호')) return true;
  if (isListColumns(line)) return true;
  return isRecognised(line) && COLUMN_ROWS.some((labels) => likeness(text, labels) >= LIKE_COLUMNS);
}

/** Whether these are the column headings of a list of properties, whose rows are no entries. */
export function isListColumns(line: TextLine): boolean {
  const text = squeezed(line.text);
  if (/^(일련번호|목록번호)/.test(text)) return true;
  return isRecognised(line) && LIST_COLUMNS.some((labels) => likeness(text, labels) >= LIKE_COLUMNS);
}

const isRecognised = (line: TextLine): boolean => line.glyphs.some(isRecognisedGlyph);
const LIST_COLUMNS = [
  '일련번호부동산의표시순위번호등기원인경정원인',
  '일련번호부동산의표시관할등기소명순위번호생성원인',
];
const LIKE_COLUMNS = 0.65;
const LIKE_CAPTION = 0.72;
/** Headings as a whole, for recognition that gets some of their letters wrong. */
const CAPTIONS: readonly (readonly [string, TableName])[] = [
  ['【갑구】(소유권에관한사항)', '갑구'],
  ['【을구】(소유권이외의권리에관한사항)', '을구'],
  ['【표제부】(1동의건물의표시)', '건물표시'],
  ['【표제부】(전유부분의건물의표시)', '전유부분'],
  ['(대지권의목적인토지의표시)', '대지권토지'],
  ['【매매목록】', '목록'],
  ['【공동담보목록】', '목록'],
  ['1.소유지분현황(갑구)', '요약소유'],
  ['2.소유지분을제외한소유권에관한사항(갑구)', '요약갑구'],
  ['3.(근)저당권및전세권등(을구)', '요약을구'],
];

/** Lines that end every table of a document's body. */
export const isEndMark = (line: TextLine): boolean => /^[-–—~]*이하여백[-–—~]*$/.test(squeezed(line.text));

export const isNothingRecorded = (line: TextLine): boolean =>
  /^[-–—]*기록사항없음[-–—]*$/.test(squeezed(line.text));

/** What stands at the foot of pages or after the last table, and belongs to no row. */
export function isOutsideTables(line: TextLine): boolean {
  const text = squeezed(line.text);
  return (
    /^(열람일시|출력일시|발행일|발행번호|발급확인번호|관할등기소|문서하단의|\[인터넷발급\]|수수료|\*실선|\*증명서|\*본등기|\*기록|서기\d{4}년|법원행정처|전산운영책임관|\[참고사항\]|\[주의사항\])/.test(
      text,
    ) || /^-?\d{1,3}\/\d{1,3}-?$/.test(text)
  );
}
