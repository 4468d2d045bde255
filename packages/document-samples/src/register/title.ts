import type { Draw } from '../random.ts';
import {
  type Day,
  type Line,
  line,
  printDay,
  type Title,
  type TitleRow,
  type TitleTable,
} from './register.ts';
import { type Subject, unitLabel } from './subject.ts';

/** The title part (표제부): what the building, the unit and the land are. */
export function imagineTitle(draw: Draw, subject: Subject, builtOn: Day): Title {
  const landArea = draw.chance(70)
    ? (draw.integer(800, 9_900) / 10).toFixed(1)
    : String(draw.integer(80, 990));
  if (subject.kind === '토지')
    return {
      tables: [land(draw, subject, builtOn, landArea)],
      exclusiveAreaM2: null,
      roadAddress: null,
      separateLandRegister: false,
    };
  const structure = draw.pick([
    '철근콘크리트구조',
    '철근콘크리트조',
    '철골철근콘크리트구조',
    '벽돌조',
  ] as const);
  if (subject.kind === '건물') {
    const building = house(draw, subject, builtOn, structure);
    return {
      tables: [building],
      exclusiveAreaM2: null,
      roadAddress: roadNameIn(building, subject),
      separateLandRegister: false,
    };
  }
  const building = wholeBuilding(draw, subject, builtOn, structure);
  const exclusive = exclusivePart(draw, subject, builtOn, structure);
  const right = siteRight(draw, builtOn, landArea);
  return {
    tables: [building, siteLand(draw, subject, builtOn, landArea), exclusive.table, right.table],
    exclusiveAreaM2: exclusive.areaM2,
    roadAddress: roadNameIn(building, subject),
    separateLandRegister: right.separate,
  };
}

const roadNameIn = (table: TitleTable, subject: Subject) =>
  table.rows.some(({ cells }) => cells.flat().some(({ text }) => text === '[도로명주소]'))
    ? subject.roadAddress
    : null;

type Cells = readonly (readonly string[])[];

const row = (cells: Cells, cancelled = false): TitleRow => ({
  cells: cells.map((texts) => texts.map((text): Line => line(text))),
  cancelled,
});

/** Two decimals mostly, one or none at times: `63.7㎡`. */
const area = (draw: Draw, fromM2: number, toM2: number) => {
  const hundredths = draw.integer(fromM2 * 100, toM2 * 100);
  const decimals = draw.pick([2, 2, 2, 2, 1, 0] as const);
  return (hundredths / 100).toFixed(decimals);
};

/** Two rows mostly: the first one struck when the road name address was added, as it happened to most buildings in 2012. */
function wholeBuilding(draw: Draw, subject: Subject, builtOn: Day, structure: string): TitleTable {
  const floor = Number.parseInt(subject.floor, 10) || 0;
  const storeys = draw.integer(Math.max(3, floor), Math.max(5, floor + 2));
  const printed = Math.min(storeys, 5);
  const use = draw.pick(['다세대주택', '공동주택(아파트)', '오피스텔', '도시형생활주택(원룸형)'] as const);
  const same = area(draw, 90, 260);
  const floors = [
    ...(draw.chance(40) ? [`지하1층 ${area(draw, 60, 200)}㎡`] : []),
    ...Array.from(
      { length: printed },
      (_, index) => `${index + 1}층 ${index === 0 ? area(draw, 90, 260) : same}㎡`,
    ),
    ...(storeys > printed ? [`${printed + 1}층 내지 ${storeys}층 각 ${same}㎡`] : []),
  ];
  const details = [structure, `평스라브지붕 ${storeys}층`, use, ...floors];
  const name = [subject.buildingName, subject.dong && `제${subject.dong}동`].filter(Boolean).join(' ');
  const place = name ? [subject.lotAddress, name] : [subject.lotAddress];
  return { form: 'whole-building', rows: withRoadName(draw, subject, builtOn, place, details) };
}

function withRoadName(
  draw: Draw,
  subject: Subject,
  builtOn: Day,
  place: string[],
  details: string[],
): TitleRow[] {
  if (!subject.roadAddress || draw.chance(15)) return [row([['1'], [printDay(builtOn)], place, details, []])];
  const second = [...place, '[도로명주소]', subject.roadAddress];
  const top = [...details, '옥탑1층 7.44㎡', '(연면적제외)'];
  const rows = [
    row([['1'], [printDay(builtOn)], place, details, []], true),
    row([['2'], [], second, draw.chance(60) ? top : details, ['도로명주소', '2012년3월11일 등기']]),
  ];
  if (!draw.chance(20)) return rows;
  // Renamed once more: the second row is struck too.
  const third = row([['3'], [], second, details, ['도로명주소 변경', '2019년7월1일 등기']]);
  return [...rows.map((one) => ({ ...one, cancelled: true })), third];
}

/** 다가구: several households in one building, with floors alike and no unit registered. */
function house(draw: Draw, subject: Subject, builtOn: Day, structure: string): TitleTable {
  const same = `${(draw.integer(500, 1_800) / 10).toFixed(1)}㎡`;
  const storeys = draw.integer(2, 4);
  const details = [
    structure,
    `${draw.pick(['평슬래브', '평스라브', '경사슬래브'])}지붕 ${storeys}층`,
    draw.pick(['다가구용단독주택', '다가구주택', '단독주택(다가구주택)', '제2종근린생활시설 및 다가구주택']),
    ...(draw.chance(60) ? [`지1층 ${(draw.integer(300, 900) / 10).toFixed(1)}㎡`] : []),
    ...Array.from({ length: storeys }, (_, index) => `${index + 1}층 ${same}`),
    ...(draw.chance(50) ? ['옥탑1층 7.44㎡(연면적제외)'] : []),
  ];
  return { form: 'building', rows: withRoadName(draw, subject, builtOn, [subject.lotAddress], details) };
}

function siteLand(draw: Draw, subject: Subject, builtOn: Day, landArea: string): TitleTable {
  const second = draw.chance(20);
  const lots = [
    `1. ${subject.lotAddress}`,
    ...(second ? [`2. ${subject.lotAddress.replace(/\d+(?:-\d+)?$/u, '123-46')}`] : []),
  ];
  const rows = lots.map((lot, index) =>
    row([
      [index === 0 ? '1' : ''].filter(Boolean),
      [lot],
      ['대'],
      [`${index === 0 ? landArea : area(draw, 20, 90)}㎡`],
      index === 0 ? [`${printDay(builtOn)} 등기`] : [],
    ]),
  );
  return { form: 'site-land', rows };
}

function exclusivePart(draw: Draw, subject: Subject, builtOn: Day, structure: string) {
  const printed = area(draw, 18, 84);
  const older = draw.chance(15) ? area(draw, 18, 84) : null;
  const unit = unitLabel(subject);
  const now = [structure, `${printed}㎡`];
  const rows = older
    ? [
        row([['1'], [printDay(builtOn)], [unit], [structure, `${older}㎡`], []], true),
        row([['2'], [], [unit], now, [draw.pick(['등기상 면적 경정', '증축']), '2014년5월7일 등기']]),
      ]
    : [row([['1'], [printDay(builtOn)], [unit], now, []])];
  return { table: { form: 'exclusive-part', rows } as const satisfies TitleTable, areaM2: Number(printed) };
}

function siteRight(draw: Draw, builtOn: Day, landArea: string) {
  const share = (draw.integer(900, 4_500) / 100).toFixed(draw.pick([2, 2, 3, 1]));
  const told = draw.integer(1, 100);
  const separate = told <= 12;
  const ended = told > 12 && told <= 18;
  const mark = draw.pick([
    ['별도등기 있음', '1토지(을구 1번 근저당권설정등기)'],
    ['별도등기 있음', '1토지(갑구 4번 신탁등기)'],
  ] as const);
  const rows = [
    row([
      ['1'],
      ['1 소유권대지권'],
      [`${landArea}분의 ${share}`],
      [`${printDay(builtOn)} 대지권`, `${printDay(builtOn)} 등기`],
    ]),
    ...(separate || ended ? [row([['2'], [], [], [...mark, `${printDay(builtOn)} 등기`]], ended)] : []),
    ...(ended ? [row([['3'], [], [], ['2번 별도등기 말소', '2013년8월2일 등기']])] : []),
  ];
  return { table: { form: 'site-right', rows } as const satisfies TitleTable, separate };
}

function land(draw: Draw, subject: Subject, builtOn: Day, landArea: string): TitleTable {
  const kind = draw.pick(['대', '대', '대', '전', '임야', '잡종지']);
  if (!draw.chance(30))
    return {
      form: 'land',
      rows: [row([['1'], [printDay(builtOn)], [subject.lotAddress], [kind], [`${landArea}㎡`], []])],
    };
  const whole = (Number(landArea) + draw.integer(30, 300)).toFixed(1);
  const apart = subject.lotAddress.replace(/\d+(?:-\d+)?$/u, '123-99');
  return {
    form: 'land',
    rows: [
      row([['1'], [printDay(builtOn)], [subject.lotAddress], [kind], [`${whole}㎡`], []], true),
      row([
        ['2'],
        ['2009년4월6일'],
        [subject.lotAddress],
        [kind],
        [`${landArea}㎡`],
        [`분할로 인하여 대 ${(Number(whole) - Number(landArea)).toFixed(1)}㎡를 ${apart}에 이기`],
      ]),
    ],
  };
}
