import type { Draw } from '../random.ts';
import type { Day } from '../register/register.ts';
import type { Ledger } from './ledger.ts';
import { useClass } from './truth.ts';

/** The operations of 건축HUB that tell of a home. */
export type Operation =
  | 'getBrTitleInfo'
  | 'getBrRecapTitleInfo'
  | 'getBrExposInfo'
  | 'getBrExposPubuseAreaInfo'
  | 'getBrHsprcInfo';

/** Answers as they come over the wire, one text for each page of an operation. */
export type Answers = Readonly<Record<Operation, readonly string[]>>;

/** Whatever is asked for, no page has more rows. */
const ROWS_MAX = 100;
/** Keys of ledgers are longer than a number can hold exactly, and come without quotes. */
const RAW = 'raw:';

type Item = Readonly<Record<string, string | number>>;

/** What the open API answers about a ledger: rows of other buildings and units of the lot among its own. */
export function openApiAnswers(
  draw: Draw,
  ledger: Ledger,
): { readonly answers: Answers; readonly useApproval: string } {
  const key = `${RAW}${ledger.buildingId}${'0'.repeat(6)}`;
  const useApproval = draw.pick([
    compact(ledger.approvedOn),
    compact(ledger.approvedOn),
    compact(ledger.approvedOn),
    compact(ledger.approvedOn),
    `${compact(ledger.approvedOn).slice(0, 6)}00`,
    ' ',
  ]);
  const common = commonOf(draw, ledger, key);
  const titles = titleRows(draw, ledger, common, useApproval);
  const area = areaRows(draw, ledger, common);
  return {
    useApproval,
    answers: {
      getBrTitleInfo: paged(draw, titles),
      getBrRecapTitleInfo: paged(draw, []),
      getBrExposInfo: paged(draw, ledger.kind === 'exclusive' ? [{ ...common, ...unitOf(ledger) }] : []),
      getBrExposPubuseAreaInfo: paged(draw, area),
      getBrHsprcInfo: paged(draw, priceRows(draw, ledger, common)),
    },
  };
}

const compact = (on: Day | null) =>
  on ? `${on.year}${String(on.month).padStart(2, '0')}${String(on.day).padStart(2, '0')}` : ' ';

function commonOf(draw: Draw, ledger: Ledger, key: string): Item {
  const [bun = '0', ji = '0'] = ledger.lot.split('-');
  return {
    platPlc: `${ledger.place} ${ledger.lot}번지`,
    sigunguCd: '99110',
    bjdongCd: '10200',
    platGbCd: '0',
    bun: bun.padStart(4, '0'),
    ji: ji.padStart(4, '0'),
    mgmBldrgstPk: key,
    regstrGbCd: ledger.kind === 'general' ? '1' : '2',
    regstrGbCdNm: ledger.kind === 'general' ? '일반' : '집합',
    newPlatPlc: ` ${ledger.roadAddress}`,
    bldNm: ledger.name === '-' ? ' ' : ledger.name,
    dongNm: ledger.dong || ' ',
    crtnDay: `2022${draw.integer(10, 12)}13`,
  };
}

function titleRows(draw: Draw, ledger: Ledger, common: Item, useApproval: string): Item[] {
  const loose = (value: number | string) => (draw.chance(50) ? String(value) : Number(value));
  const own: Item = {
    ...common,
    regstrKindCd: ledger.kind === 'general' ? '2' : '3',
    regstrKindCdNm: ledger.kind === 'general' ? '일반건축물' : '표제부',
    mainAtchGbCd: '0',
    mainAtchGbCdNm: '주건축물',
    platArea: loose(ledger.areas.plot),
    archArea: loose(ledger.areas.footprint),
    totArea: loose(ledger.areas.total.replaceAll(',', '')),
    strctCdNm: ledger.structure,
    mainPurpsCd: '02000',
    mainPurpsCdNm: useClass(ledger.mainUse),
    etcPurps: ledger.mainUse,
    hhldCnt: loose(ledger.counts.households),
    fmlyCnt: loose(ledger.counts.families),
    hoCnt: loose(ledger.counts.units),
    grndFlrCnt: ledger.floorsAbove,
    ugrndFlrCnt: ledger.floorsBelow,
    useAprDay: useApproval,
  };
  const annex: Item = {
    ...own,
    mgmBldrgstPk: `${String(common.mgmBldrgstPk)}7`,
    mainAtchGbCd: '1',
    mainAtchGbCdNm: '부속건축물',
    dongNm: '관리동',
    mainPurpsCdNm: '제2종근린생활시설',
    etcPurps: '관리사무소',
    hhldCnt: 0,
    useAprDay: '20200101',
  };
  return draw.chance(35) ? (draw.chance(50) ? [annex, own] : [own, annex]) : [own];
}

const unitOf = (ledger: Ledger): Item => ({
  regstrKindCd: '4',
  regstrKindCdNm: '전유부',
  hoNm: ledger.unit,
  flrNo: Number.parseInt(ledger.exclusive[0]?.floor ?? '1', 10),
  flrNoNm: ledger.exclusive[0]?.floor ?? ' ',
  flrGbCdNm: '지상',
});

function areaRows(draw: Draw, ledger: Ledger, common: Item): Item[] {
  if (ledger.kind !== 'exclusive') return [];
  const rows = (unit: Item, exclusive: string): Item[] => [
    ...ledger.floors.map((floor) => ({
      ...common,
      ...unit,
      exposPubuseGbCd: '2',
      exposPubuseGbCdNm: '공용',
      mainPurpsCdNm: floor.use,
      etcPurps: floor.use,
      strctCdNm: floor.structure,
      area: Number(floor.area),
    })),
    {
      ...common,
      ...unit,
      exposPubuseGbCd: '1',
      exposPubuseGbCdNm: '전유',
      mainPurpsCdNm: ledger.mainUse,
      etcPurps: ledger.mainUse,
      strctCdNm: ledger.structure,
      area: draw.chance(50) ? exclusive : Number(exclusive),
    },
  ];
  const neighbours = draw.chance(30) ? draw.integer(20, 60) : draw.integer(0, 3);
  const own = rows(unitOf(ledger), ledger.exclusive[0]?.area ?? '0');
  const others = Array.from({ length: neighbours }, (_, index) =>
    rows({ ...unitOf(ledger), hoNm: `${9_000 + index}호` }, '33.33'),
  );
  return [
    ...others.slice(0, Math.floor(others.length / 2)),
    own,
    ...others.slice(Math.floor(others.length / 2)),
  ].flat();
}

/** One row a year and unit; the base day is stdDay, for crtnDay is the same in all of them. */
function priceRows(draw: Draw, ledger: Ledger, common: Item): Item[] {
  return ledger.prices.map(({ on, amountKrw }) => ({
    ...common,
    regstrKindCdNm: '전유부',
    hsprc: draw.chance(50) ? String(amountKrw) : amountKrw,
    stdDay: compact(on),
  }));
}

/** `items` is an object with a list, with one object, or an empty text. */
function paged(draw: Draw, rows: readonly Item[]): string[] {
  const pages: string[] = [];
  for (let at = 0; at === 0 || at < rows.length; at += ROWS_MAX) {
    const part = rows.slice(at, at + ROWS_MAX).map((row, index) => ({ rnum: at + index + 1, ...row }));
    const single = part.length === 1 && draw.chance(50);
    const body = {
      response: {
        header: { resultCode: draw.pick(['00', '000']), resultMsg: 'NORMAL SERVICE' },
        body: {
          items: part.length === 0 ? '' : { item: single ? part[0] : part },
          numOfRows: String(ROWS_MAX),
          pageNo: String(at / ROWS_MAX + 1),
          totalCount: String(rows.length),
        },
      },
    };
    pages.push(JSON.stringify(body).replace(new RegExp(`"${RAW}(\\d+)"`, 'gu'), '$1'));
  }
  return pages;
}
