import { commas } from '../fiction.ts';
import type { Measure, Page } from '../print/page.ts';
import type { Draw } from '../random.ts';
import { Form, WRITING_ORDERS } from './form.ts';
import { dotted, type FloorRow, type Ledger } from './ledger.ts';

const FORM_NUMBERS = { exclusive: '제5호서식', title: '제3호서식', general: '제1호서식' } as const;
const END = '- 이하여백 -';
/** The mark of a violated building: red letters on yellow. */
const MARK_YELLOW = '#ffe600';
const MARK_RED = '#d00000';

/** The two pages of a ledger. Violations are told on the second; the first has at most a mark. */
export function printLedger(ledger: Ledger, draw: Draw, measure: Measure): readonly Page[] {
  const order = WRITING_ORDERS[draw.integer(0, WRITING_ORDERS.length - 1)] ?? [];
  const beside = draw.chance(50);
  const first = new Form(measure, order, beside);
  const second = new Form(measure, order, beside);
  head(first, ledger, 1);
  if (ledger.kind === 'exclusive') unitPage(first, ledger, draw);
  else buildingPage(first, ledger);
  closing(first, ledger);
  head(second, ledger, 2);
  if (ledger.kind === 'exclusive') unitSecondPage(second, ledger);
  else buildingSecondPage(second, ledger);
  return [first.page(), second.page()];
}

function head(form: Form, ledger: Ledger, page: 1 | 2): void {
  form.text(
    'notes',
    Form.left,
    24,
    `■ 건축물대장의 기재 및 관리 등에 관한 규칙 [별지 ${page === 1 ? FORM_NUMBERS[ledger.kind] : '제4호의2서식'}] <개정 2023. 8. 1.>`,
    7,
  );
  const title = page === 1 ? ledger.title : `${ledger.title.replace('갑)', '을)')} 변동사항`;
  const end = form.centered('title', 48, title, 15);
  if (page === 1 && ledger.marked) {
    form.fill(end + 8, 34, 62, 18, MARK_YELLOW);
    form.text('title', end + 12, 47, '위반건축물', 11, MARK_RED);
  }
  form.text('title', Form.right - 70, 48, `(2쪽 중 제${page}쪽)`, 8);
  form.fields(60, 26, [
    ['건물ID', ledger.buildingId, 2.2],
    ['고유번호', ledger.uniqueNumber, 2.4],
    ['명칭', [ledger.name, ledger.dong].filter(Boolean).join(' '), 2.4],
    ledger.kind === 'exclusive' ? ['호명칭', ledger.unit, 1] : ['호수/가구수/세대수', counts(ledger), 1.8],
  ]);
  form.fields(86, 26, [
    ['대지위치', ledger.place, 2.6],
    ['지번', ledger.lot, 1],
    ['도로명주소', ledger.roadAddress, 3],
  ]);
  form.text('notes', Form.right - 130, 585, '297㎜×210㎜[백상지 (80g/㎡)]', 6.5);
}

const counts = ({ counts: { units, families, households } }: Ledger) =>
  `${units}호/${families}가구/${households}세대`;

const floorCells = (rows: readonly FloorRow[]) => [
  ...rows.map(({ part, floor, structure, use, area }) => [part, floor, structure, use, area]),
  ['', '', '', END, ''],
];

const FLOOR_COLUMNS = [
  ['구분', 0.6],
  ['층별', 0.9],
  ['※구조', 2],
  ['용도', 2.6],
  ['면적(㎡)', 1.1],
] as const;

function unitPage(form: Form, ledger: Ledger, draw: Draw): void {
  const left = { x: Form.left, y: 118, width: 430 };
  const below = form.table(left, FLOOR_COLUMNS, floorCells(ledger.exclusive), {
    bottomUp: true,
    title: '전 유 부 분',
  });
  form.table({ ...left, y: below + 6 }, FLOOR_COLUMNS, floorCells(ledger.floors), {
    bottomUp: true,
    title: '공 용 부 분',
  });
  const { owner } = ledger;
  form.table(
    { x: Form.left + 440, y: 118, width: Form.right - Form.left - 440 },
    [
      ['성명(명칭)/등록번호', 2],
      ['주소', 2.6],
      ['소유권지분', 1],
      ['변동일 변동원인', 1.6],
    ],
    [
      [
        `${owner.name} ${owner.number.slice(0, 8)}******`,
        owner.address,
        '1/1',
        `${dotted(owner.on)} 소유권이전`,
      ],
      ['', END, '', ''],
    ],
    { title: '소 유 자 현 황' },
  );
  if (draw.chance(70))
    form.text('notes', Form.left + 444, 330, '※ 이 건축물대장은 현소유자만 표시한 것입니다.', 7);
}

function buildingPage(form: Form, ledger: Ledger): void {
  const { areas } = ledger;
  form.fields(112, 26, [
    ['대지면적', `${areas.plot} ㎡`, 1],
    ['연면적', `${areas.total} ㎡`, 1],
    ['지역', '제2종일반주거지역', 1.4],
    ['지구', '', 0.8],
    ['구역', '', 0.8],
  ]);
  form.fields(138, 26, [
    ['건축면적', `${areas.footprint} ㎡`, 1],
    ['용적률 산정용 연면적', `${areas.ratio} ㎡`, 1.2],
    ['주구조', ledger.structure, 1.4],
    ['주용도', ledger.mainUse, 1.6],
    ['층수', `지하: ${ledger.floorsBelow || ''}층, 지상: ${ledger.floorsAbove}층`, 1.4],
  ]);
  form.table({ x: Form.left, y: 170, width: 430 }, FLOOR_COLUMNS, floorCells(ledger.floors), {
    bottomUp: true,
    title: '건 축 물 현 황',
  });
  const { owner } = ledger;
  form.table(
    { x: Form.left + 440, y: 170, width: Form.right - Form.left - 440 },
    [
      ['성명(명칭)', 1.2],
      ['주소', 2.6],
      ['변동일', 1.2],
    ],
    ledger.kind === 'general'
      ? [[`${owner.name} ${owner.number.slice(0, 8)}******`, owner.address, dotted(owner.on)]]
      : [['', END, '']],
    { title: '소 유 자 현 황' },
  );
}

function unitSecondPage(form: Form, ledger: Ledger): void {
  const width = 300;
  form.table(
    { x: Form.right - width, y: 118, width },
    [
      ['기 준 일', 1],
      ['공동주택(아파트) 가격', 2],
    ],
    [...ledger.prices.map(({ on, amountKrw }) => [dotted(on), commas(amountKrw)]), ['', END]],
    { title: '공동주택(아파트) 가 격 (단위 : 원)' },
  );
  form.text(
    'notes',
    Form.right - width,
    300,
    '*「부동산 가격공시에 관한 법률」제 18조에 따른 공동주택가격만 표시됩니다.',
    6.5,
  );
  changes(form, ledger, 118, Form.right - Form.left - width - 10);
}

function buildingSecondPage(form: Form, ledger: Ledger): void {
  form.fields(118, 26, [
    ['허가일', ledger.permittedOn ? dotted(ledger.permittedOn) : '', 1],
    ['착공일', ledger.startedOn ? dotted(ledger.startedOn) : '', 1],
    ['사용승인일', ledger.approvedOn ? dotted(ledger.approvedOn) : '', 1],
    ['관련 주소', '', 3],
  ]);
  changes(form, ledger, 152, Form.right - Form.left);
}

function changes(form: Form, ledger: Ledger, y: number, width: number): void {
  const left = width * 0.68;
  form.table(
    { x: Form.left, y, width: left },
    [
      ['변동일', 1],
      ['변동내용 및 원인', 5],
    ],
    [...ledger.changes.map(({ on, text }) => [dotted(on), text]), ['', END]],
    { title: '변 동 사 항' },
  );
  form.table(
    { x: Form.left + left, y, width: width - left },
    [['그 밖의 기재사항', 1]],
    [...ledger.remarks.map((remark) => [remark]), [END]],
  );
}

function closing(form: Form, ledger: Ledger): void {
  const { year, month, day } = ledger.issuedOn;
  form.text('closing', Form.left, 540, '이 등(초)본은 건축물대장의 원본 내용과 틀림없음을 증명합니다.', 8);
  form.text('closing', Form.right - 200, 540, `발급일자 : ${year}년 ${month}월 ${day}일`, 8);
  form.text('closing', Form.right - 200, 556, '둥지구청장', 12);
  form.text('closing', Form.left, 556, '문서확인번호 1234-5678-9012-3456', 7);
  form.text(
    'notes',
    Form.left,
    572,
    '※ 경계벽이 없는 구분점포의 경우에는 전유부분 구조란에 경계벽이 없음을 기재합니다.',
    6.5,
  );
}
