import { person, REGIONS } from '../fiction.ts';
import type { Draw } from '../random.ts';
import { daysBefore } from '../register/clock.ts';
import type { Day } from '../register/register.ts';
import { type Change, dotted, type FloorRow, type Ledger, type LedgerKind } from './ledger.ts';

/** The life of a violation, as the rows of 변동사항 tell it. */
export type ViolationStory = 'none' | 'current' | 'released' | 'again' | 'mark-only' | 'text-only';

export interface LedgerPlan {
  readonly kind: LedgerKind;
  readonly violation: ViolationStory;
  readonly issuedOn: Day;
}

export const TITLES: Readonly<Record<LedgerKind, string>> = {
  exclusive: '집합건축물대장(전유부, 갑)',
  title: '집합건축물대장(표제부, 갑)',
  general: '일반건축물대장(갑)',
};

/** Invents a ledger of a building or a unit. */
export function imagineLedger(draw: Draw, plan: LedgerPlan): Ledger {
  const { kind, issuedOn } = plan;
  const general = kind === 'general';
  const approved: Day = {
    year: draw.integer(1988, 2021),
    month: draw.integer(1, 12),
    day: draw.integer(1, 28),
  };
  const structure = draw.pick(['철근콘크리트구조', '철골철근콘크리트구조', '벽돌구조', '일반철골구조']);
  const use = useOf(draw, kind);
  const floorsAbove = general ? draw.integer(2, 4) : draw.integer(3, 20);
  const floorsBelow = draw.integer(0, 2);
  const storey = draw.integer(1, floorsAbove);
  const unit = kind === 'exclusive' ? `${storey}0${draw.integer(1, 9)}` : '';
  const blank = draw.chance(12);
  const owner = person(draw);
  const region = draw.pick(REGIONS);
  const violation = violationOf(draw, plan, unit);
  return {
    kind,
    title: TITLES[kind],
    buildingId: `2220${digits(draw, 12)}`,
    uniqueNumber: `${draw.integer(1_100, 4_800)}0${digits(draw, 5)}-3-0${draw.integer(100, 999)}00${digits(draw, 2)}`,
    name: draw.chance(85) ? draw.pick(['둥지타운', '둥지 예시 아파트', '가온빌라', '나래하우스']) : '-',
    dong: !general && draw.chance(50) ? `${draw.integer(101, 115)}동` : '',
    unit: unit && draw.pick([`${unit}호`, unit]),
    place: `${region} ${draw.pick(['가상동', '보기동', '예시동'])}`,
    lot: `${draw.integer(1, 899)}-${draw.integer(1, 99)}`,
    roadAddress: `${region} ${draw.pick(['둥지로12길', '대학로75번길', '보기대로'])} ${draw.integer(1, 199)}`,
    structure,
    mainUse: use,
    floorsBelow,
    floorsAbove,
    counts: {
      units: use.includes('오피스텔') ? draw.integer(10, 300) : 0,
      families: general ? draw.integer(2, 18) : 0,
      households: !general && !use.includes('오피스텔') ? draw.integer(4, 940) : 0,
    },
    areas: {
      plot: decimal(draw, 100, 4_000),
      footprint: decimal(draw, 60, 900),
      total: commaed(decimal(draw, 300, 9_000)),
      ratio: commaed(decimal(draw, 300, 9_000)),
    },
    exclusive:
      kind === 'exclusive'
        ? [{ part: '주', floor: `${storey}층`, structure, use, area: decimal(draw, 18, 120) }]
        : [],
    floors:
      kind === 'exclusive'
        ? commonRows(draw, structure)
        : floorRows(draw, structure, use, floorsAbove, floorsBelow),
    owner: { ...owner, on: daysBefore(issuedOn, draw.integer(60, 4_000)) },
    permittedOn: blank ? null : daysBefore(approved, draw.integer(700, 1_500)),
    startedOn: blank && draw.chance(50) ? null : daysBefore(approved, draw.integer(200, 690)),
    approvedOn: approved,
    changes: [
      {
        on: approved,
        text: `건축과-${draw.integer(100, 19_999)}(${dotted(daysBefore(approved, 3))})호에 의거 신규작성(신축)`,
        violation: null,
      },
      ...plainChanges(draw, approved),
      ...violation.changes,
    ],
    remarks: violation.remarks,
    prices: kind === 'exclusive' && draw.chance(70) ? prices(draw, issuedOn) : [],
    issuedOn,
    marked: violation.marked,
  };
}

const useOf = (draw: Draw, kind: LedgerKind) =>
  kind === 'general'
    ? draw.pick(['단독주택(다가구주택)', '다가구주택', '단독주택'])
    : draw.pick(['아파트', '다세대주택', '오피스텔', '연립주택', '제2종근린생활시설(사무소)']);

const digits = (draw: Draw, count: number) =>
  Array.from({ length: count }, () => draw.integer(0, 9)).join('');

const decimal = (draw: Draw, from: number, to: number) =>
  (draw.integer(from * 100, to * 100) / 100).toFixed(draw.pick([2, 2, 2, 1])).replace(/0$/u, '');

const commaed = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/u, ',');

function commonRows(draw: Draw, structure: string): FloorRow[] {
  const uses = [
    '계단,전실,벽체,발코니초과',
    '지하주차장',
    '기계,전기실',
    '문고,노인정,보육시설,주민공동시설',
    '경비실',
  ];
  const floors = ['각층', '지1~2', '지2', '1~2층', '1층'];
  return uses.slice(0, draw.integer(2, 5)).map((use, index) => ({
    part: index === 0 ? '주' : '부',
    floor: floors[index] ?? '1층',
    structure,
    use,
    area: (draw.integer(1, 40_000) / 1_000).toFixed(3).replace(/0+$/u, ''),
  }));
}

function floorRows(draw: Draw, structure: string, use: string, above: number, below: number): FloorRow[] {
  const area = decimal(draw, 60, 500);
  const floors = [
    ...Array.from({ length: below }, (_, index) => `지${index + 1}층`),
    ...Array.from({ length: Math.min(above, 9) }, (_, index) => `${index + 1}층`),
  ];
  return floors.map((floor) => ({
    part: '주1',
    floor,
    structure,
    use: floor.startsWith('지') ? draw.pick(['주차장', '제1종근린생활시설', '대피소']) : use,
    area: floor.startsWith('지') ? decimal(draw, 60, 500) : area,
  }));
}

function plainChanges(draw: Draw, approved: Day): Change[] {
  const later = (years: number): Day => ({ ...approved, year: approved.year + years });
  return [
    ...(draw.chance(50)
      ? [
          {
            on: { year: 2011, month: 5, day: 20 },
            text: `주택재건축과-${draw.integer(1_000, 19_999)}(2011.5.13)호 의거 2011.3.9. 이전고시되어 정리`,
            violation: null,
          },
        ]
      : []),
    ...(draw.chance(40)
      ? [
          {
            on: later(draw.integer(1, 3)),
            text: `건축물대장 기초자료 정비에 의거 (표제부(건축면적:'0' -> '${draw.integer(100, 900)}.66', 발코니 확장(6.84㎡))) 직권변경`,
            violation: null,
          },
        ]
      : []),
  ];
}

/** What the ledger of a violated building says on both pages. */
function violationOf(draw: Draw, { violation, issuedOn }: LedgerPlan, unit: string) {
  const office = draw.pick(['건축과', '건축디자인과', '주택과']);
  const where = unit ? `${unit}호` : '옥상';
  const row = (daysAgo: number, kind: 'FOUND' | 'RELEASED'): Change => {
    const on = daysBefore(issuedOn, daysAgo);
    const by = `${office}-${draw.integer(100, 29_999)}(${dotted(on)})호에 의거`;
    const what = `${where} 무단증축 ${draw.pick(['패널', '경량철골', '조적'])} ${draw.integer(3, 40)}.${draw.integer(1, 9)}㎡${draw.pick([', 베란다', '', ', 주거용'])}`;
    return {
      on,
      violation: kind,
      text:
        kind === 'FOUND'
          ? `${by} 위반건축물 표기(${what})`
          : `${by} 위반건축물 ${draw.pick(['해제', '표기 해제'])}(원상복구 완료)`,
    };
  };
  const far = draw.integer(900, 2_400);
  const near = draw.integer(30, 800);
  const fine = draw.chance(60)
    ? [draw.pick(['이행강제금 부과 중', `시정명령(${dotted(daysBefore(issuedOn, near - 5))})`])]
    : [];
  switch (violation) {
    case 'none':
      return { changes: [], remarks: draw.chance(30) ? ['지하주차장 진입로 공동사용'] : [], marked: false };
    case 'current':
      return { changes: [row(near, 'FOUND')], remarks: fine, marked: true };
    case 'text-only':
      return { changes: [row(near, 'FOUND')], remarks: fine, marked: false };
    case 'mark-only':
      return { changes: [], remarks: [], marked: true };
    case 'released':
      return { changes: [row(far, 'FOUND'), row(near, 'RELEASED')], remarks: [], marked: false };
    case 'again':
      return {
        changes: [row(far + 400, 'FOUND'), row(far, 'RELEASED'), row(near, 'FOUND')],
        remarks: fine,
        marked: true,
      };
  }
}

function prices(draw: Draw, issuedOn: Day) {
  const newest = issuedOn.month > 4 ? issuedOn.year : issuedOn.year - 1;
  return Array.from({ length: draw.integer(1, 4) }, (_, index) => ({
    on: { year: newest - index, month: 1, day: 1 },
    amountKrw: draw.integer(80, 900) * 1_000_000,
  }));
}
