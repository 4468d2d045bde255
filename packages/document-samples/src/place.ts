import { REGIONS } from './fiction.ts';
import type { Draw } from './random.ts';
import type { RegisterKind } from './register/register.ts';
import type { Risk, Subject } from './register/subject.ts';

const TOWNS = ['가상동', '나눔동', '다솜동', '라온동', '마루리'] as const;
const BUILDINGS = [
  '둥지타운',
  '가온빌라',
  '나래하우스',
  '다온아파트',
  '라온힐스',
  '예시오피스텔',
  '둥지 예시 아파트',
] as const;

/** A home that stands nowhere: above or below the ground, with or without a name and a number of its building. */
export function imagineSubject(
  draw: Draw,
  seed: string,
  kind: RegisterKind,
  risks: ReadonlySet<Risk>,
): Subject {
  const region = draw.pick(REGIONS);
  const below = draw.chance(10);
  const storey = draw.integer(1, 15);
  const door = `${draw.chance(90) ? '0' : ''}${draw.integer(1, 9)}`;
  const lot = draw.chance(75)
    ? `${draw.integer(1, 899)}-${draw.integer(1, 99)}`
    : String(draw.integer(1, 899));
  return {
    seed,
    kind,
    uniqueNumber: `${draw.integer(1_101, 2_899)}-${draw.integer(2_080, 2_099)}-${String(draw.integer(1, 999_999)).padStart(6, '0')}`,
    lotAddress: `${region} ${draw.pick(TOWNS)} ${lot}`,
    roadAddress: `${region} ${draw.pick(['둥지로', '둥지로12길', '보기대로75번길'])} ${draw.integer(1, 199)}`,
    buildingName: draw.chance(88) ? draw.pick(BUILDINGS) : '',
    dong: draw.chance(60) ? draw.pick([`${draw.integer(101, 115)}`, '가', 'A'] as const) : '',
    floor: below ? '지하1' : String(storey),
    unit: below ? draw.pick([`비${door}`, `B${door}`, `지${door}`] as const) : `${storey}${door}`,
    owners: [],
    risks,
  };
}
