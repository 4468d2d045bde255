import type { Draw } from './random.ts';

/** Somebody a register names: a person or a company. */
export interface Party {
  readonly name: string;
  readonly number: string;
  readonly address: string;
}

export const receiptNo = (draw: Draw) => draw.integer(1_000, 99_999);

/** Names of old novels: nobody is meant. Two to four syllables, some of them rare. */
const PEOPLE = [
  '홍길동', '임꺽정', '성춘향', '이몽룡', '박문수', '심청', '장길산', '변학도', '허생원', '이춘풍', '배비장', '황진이',
  '전우치', '옹고집', '심학규', '연흥부', '연놀부', '유충렬', '조웅', '숙향', '남궁두', '봉뺑덕', '사공명주', '황보인걸',
  '곽해룡', '양소유', '정경패', '계섬월', '진채봉', '백능파', '심요연', '가춘운', '최척', '이옥영', '김진옥', '장화홍련',
] as const; // biome-ignore format: a list to look at
const LENDERS = [
  '주식회사가나은행', '나다은행주식회사', '주식회사다라저축은행', '라마농업협동조합', '마바새마을금고', '주식회사 바사은행',
  '사아신용협동조합', '주식회사아자캐피탈대부', '자차주택금융공사', '주식회사 차카상호저축은행', '카타수산업협동조합',
] as const; // biome-ignore format: a list to look at
const CREDITORS = [
  '주식회사다라캐피탈', '가나신용보증기금', '주식회사마바카드', '나라자산관리대부 주식회사', '사아신용정보주식회사', '주식회사하나두리건재',
] as const; // biome-ignore format: a list to look at
const BUYERS_OF_CLAIMS = [
  '라마유동화전문유한회사',
  '가다제이차유동화전문유한회사',
  '주식회사나라에프앤아이대부',
] as const;
const TRUSTEES = [
  '가나자산신탁주식회사',
  '주식회사다라부동산신탁',
  '마바부동산투자신탁운용주식회사',
] as const;
const LANDLORDS = [
  '주식회사둥지임대',
  '가나주택 유한회사',
  '주식회사가나다라마바사아자차부동산임대개발',
  '사회복지법인나다라재단',
] as const;
const BUILDERS = ['주식회사가나건설', '나다종합건설주식회사', '주식회사 라마주택'] as const;

/** A person, none of those named `except`. */
export function person(draw: Draw, except: readonly string[] = []): Party {
  const free = PEOPLE.filter((name) => !except.includes(name));
  const name = draw.any(free) ?? `${PEOPLE[0]}${except.length}`;
  return { name, number: personNumber(draw), address: homeAddress(draw) };
}

const company = (draw: Draw, names: readonly [string, ...string[]], street: string): Party => ({
  name: draw.pick(names),
  number: corporateNumber(draw),
  address: `${draw.pick(REGIONS)} ${street} ${draw.integer(1, 99)}`,
});

export const lender = (draw: Draw) => company(draw, LENDERS, '은행로');
export const creditor = (draw: Draw) => company(draw, CREDITORS, '채권로');
export const claimBuyer = (draw: Draw) => company(draw, BUYERS_OF_CLAIMS, '금융로');
export const trustee = (draw: Draw) => company(draw, TRUSTEES, '신탁로');
export const landlord = (draw: Draw) => company(draw, LANDLORDS, '둥지로');
export const builder = (draw: Draw) => company(draw, BUILDERS, '둥지로');

export const REGIONS = [
  '서울특별시 둥지구',
  '경기도 둥지시 예시구',
  '인천광역시 가상구',
  '부산광역시 보기구',
  '강원특별자치도 예시군 가상읍',
] as const;

/** Where people live: short, or long enough to be wrapped in any column. */
export function homeAddress(draw: Draw): string {
  const street = `${draw.pick(REGIONS)} ${draw.pick(['둥지로', '둥지로12길', '보기대로', '예시로3번길'])} ${draw.integer(2, 199)}`;
  if (draw.chance(45)) return `${street} (가상동)`;
  const dong = draw.chance(60) ? `${draw.integer(101, 115)}동 ` : '';
  return `${street}, ${dong}${draw.integer(1, 15)}0${draw.integer(1, 9)}호 (가상동,${draw.pick(['둥지타운', '가온빌라', '나래하우스'])})`;
}

/** A resident number with its second half hidden, as certificates print it by default; some show the first digit of it. */
export function personNumber(draw: Draw): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const birth = `${two(draw.integer(50, 99))}${two(draw.integer(1, 12))}${two(draw.integer(1, 28))}`;
  return `${birth}-${draw.chance(10) ? `${draw.integer(1, 2)}******` : '*******'}`;
}

/** Corporate numbers are printed in full; the zeros keep these apart from real ones. */
export const corporateNumber = (draw: Draw) =>
  `${draw.pick(['110111', '110114', '131111'])}-${String(draw.integer(1, 9_999)).padStart(7, '0')}`;

export const commas = (amountKrw: number) => amountKrw.toLocaleString('en-US');

export const won = (amountKrw: number) => `금${commas(amountKrw)}원`;

/** As some clerks type it. */
export const looseWon = (draw: Draw, amountKrw: number) =>
  draw.pick([
    won(amountKrw),
    `금${commas(amountKrw)} 원`,
    `금 ${commas(amountKrw)} 원`,
    `금 ${commas(amountKrw)}원`,
  ]);
