import type { Draw } from './random.ts';
import { type Day, printDay, type TitleTable } from './register.ts';
import { type Subject, unitLabel } from './subject.ts';

/** The title part (표제부): what the building, the unit and the land are. */
export function imagineTitle(draw: Draw, subject: Subject, builtOn: Day): readonly TitleTable[] {
  const landArea = (draw.integer(1_800, 9_900) / 10).toFixed(1);
  if (subject.kind === '토지') return [land(subject, builtOn, landArea)];
  const structure = draw.pick(['철근콘크리트구조', '철근콘크리트조', '철골철근콘크리트구조'] as const);
  const building = wholeBuilding(draw, subject, builtOn, structure);
  if (subject.kind === '건물') return [building];
  return [
    building,
    siteLand(subject, builtOn, landArea),
    {
      form: 'exclusive-part',
      rows: [
        {
          cells: [
            ['1'],
            [printDay(builtOn)],
            [unitLabel(subject)],
            [structure, `${(draw.integer(1_800, 8_499) / 100).toFixed(2)}㎡`],
            [],
          ],
          cancelled: false,
        },
      ],
    },
    siteRight(draw, builtOn, landArea),
  ];
}

/** Two rows: the first one struck when the road name address was added, as it happened to most buildings in 2012. */
function wholeBuilding(draw: Draw, subject: Subject, builtOn: Day, structure: string): TitleTable {
  const floor = Number.parseInt(subject.floor, 10) || 0;
  const storeys = draw.integer(Math.max(3, floor), Math.max(5, floor + 2));
  const printed = Math.min(storeys, 5);
  const area = (draw.integer(9_000, 26_000) / 100).toFixed(2);
  const use =
    subject.kind === '건물'
      ? '다가구주택'
      : draw.pick(['다세대주택', '공동주택(아파트)', '오피스텔'] as const);
  const floors = Array.from({ length: printed }, (_, index) => `${index + 1}층 ${area}㎡`);
  if (storeys > printed) floors.push(`${printed + 1}층 내지 ${storeys}층 각 ${area}㎡`);
  const details = [structure, `평스라브지붕 ${storeys}층`, use, ...floors];
  const name = [subject.buildingName, subject.dong && `제${subject.dong}동`].filter(Boolean).join(' ');
  const place = subject.kind === '건물' || !name ? [subject.lotAddress] : [subject.lotAddress, name];
  return {
    form: subject.kind === '건물' ? 'building' : 'whole-building',
    rows: [
      { cells: [['1'], [printDay(builtOn)], place, details, []], cancelled: true },
      {
        cells: [
          ['2'],
          [],
          [...place, '[도로명주소]', subject.roadAddress],
          [...details, '옥탑1층 7.44㎡', '(연면적제외)'],
          ['도로명주소', '2012년3월11일 등기'],
        ],
        cancelled: false,
      },
    ],
  };
}

function siteLand(subject: Subject, builtOn: Day, landArea: string): TitleTable {
  return {
    form: 'site-land',
    rows: [
      {
        cells: [
          ['1'],
          [`1. ${subject.lotAddress}`],
          ['대'],
          [`${landArea}㎡`],
          [`${printDay(builtOn)} 등기`],
        ],
        cancelled: false,
      },
    ],
  };
}

function siteRight(draw: Draw, builtOn: Day, landArea: string): TitleTable {
  const share = (draw.integer(900, 4_500) / 100).toFixed(2);
  return {
    form: 'site-right',
    rows: [
      {
        cells: [
          ['1'],
          ['1 소유권대지권'],
          [`${landArea}분의 ${share}`],
          [`${printDay(builtOn)} 대지권`, `${printDay(builtOn)} 등기`],
        ],
        cancelled: false,
      },
    ],
  };
}

function land(subject: Subject, builtOn: Day, landArea: string): TitleTable {
  return {
    form: 'land',
    rows: [
      {
        cells: [['1'], [printDay(builtOn)], [subject.lotAddress], ['대'], [`${landArea}㎡`], []],
        cancelled: false,
      },
    ],
  };
}
