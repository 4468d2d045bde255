import type { PropertyList, TitleTable } from '../register/register.ts';

export interface Column {
  readonly title: string;
  /** Share of the table's width; the shares of a table add up to 1. */
  readonly share: number;
}

export interface Heading {
  /** `【 갑 구 】`; null when the table goes on under the heading before it. */
  readonly heading: string | null;
  readonly caption: string;
  readonly columns: readonly Column[];
}

const columns = (...pairs: readonly (readonly [string, number])[]): readonly Column[] =>
  pairs.map(([title, share]) => ({ title, share }));

const BUILDING_COLUMNS = columns(
  ['표시번호', 0.075],
  ['접 수', 0.125],
  ['소재지번,건물명칭 및 번호', 0.29],
  ['건 물 내 역', 0.26],
  ['등기원인 및 기타사항', 0.25],
);

export const TITLE_FORMS: Readonly<Record<TitleTable['form'], Heading>> = {
  'whole-building': {
    heading: '【 표 제 부 】',
    caption: '( 1동의 건물의 표시 )',
    columns: BUILDING_COLUMNS,
  },
  'site-land': {
    heading: null,
    caption: '( 대지권의 목적인 토지의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['소 재 지 번', 0.325],
      ['지 목', 0.09],
      ['면 적', 0.15],
      ['등기원인 및 기타사항', 0.36],
    ),
  },
  'exclusive-part': {
    heading: '【 표 제 부 】',
    caption: '( 전유부분의 건물의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['접 수', 0.125],
      ['건 물 번 호', 0.29],
      ['건 물 내 역', 0.26],
      ['등기원인 및 기타사항', 0.25],
    ),
  },
  'site-right': {
    heading: null,
    caption: '( 대지권의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['대지권종류', 0.245],
      ['대지권비율', 0.24],
      ['등기원인 및 기타사항', 0.44],
    ),
  },
  building: { heading: '【 표 제 부 】', caption: '( 건물의 표시 )', columns: BUILDING_COLUMNS },
  land: {
    heading: '【 표 제 부 】',
    caption: '( 토지의 표시 )',
    columns: columns(
      ['표시번호', 0.075],
      ['접 수', 0.135],
      ['소 재 지 번', 0.3],
      ['지 목', 0.08],
      ['면 적', 0.13],
      ['등기원인 및 기타사항', 0.28],
    ),
  },
};

/** Older prints of 건물 have other words above the place. */
export const OLD_PLACE_TITLE = '소재지번 및 건물번호';

export const ENTRY_COLUMNS = columns(
  ['순위번호', 0.075],
  ['등 기 목 적', 0.17],
  ['접 수', 0.16],
  ['등 기 원 인', 0.17],
  ['권리자 및 기타사항', 0.425],
);

export const LIST_FORMS: Readonly<Record<PropertyList['form'], Heading>> = {
  sale: {
    heading: '【 매 매 목 록 】',
    caption: '',
    columns: columns(
      ['일련번호', 0.1],
      ['부동산의 표시', 0.45],
      ['순위번호', 0.12],
      ['등기원인', 0.165],
      ['경정원인', 0.165],
    ),
  },
  'joint-security': {
    heading: '【 공 동 담 보 목 록 】',
    caption: '',
    columns: columns(
      ['일련번호', 0.1],
      ['부동산에 관한 권리의 표시', 0.42],
      ['관할등기소명', 0.2],
      ['순위번호', 0.12],
      ['기타사항', 0.16],
    ),
  },
};

export const SUMMARY_OWNERS_COLUMNS = columns(
  ['등기명의인', 0.19],
  ['(주민)등록번호', 0.175],
  ['최종지분', 0.125],
  ['주 소', 0.385],
  ['순위번호', 0.125],
);
export const SUMMARY_COLUMNS = columns(
  ['순위번호', 0.095],
  ['등기목적', 0.205],
  ['접수정보', 0.205],
  ['주요등기사항', 0.335],
  ['대상소유자', 0.16],
);
