import type { Request, Response } from 'express';
import { readAddress } from '../portal/address.ts';
import { type KnownLots, type Lot, lotOf } from './lots.ts';

/** What the service refuses outright: words and letters of injections. */
const FORBIDDEN =
  /[%=><]|(?:^|\s)(?:OR|SELECT|INSERT|DELETE|UPDATE|CREATE|DROP|EXEC|UNION|FETCH|DECLARE|TRUNCATE)(?:\s|$)/iu;
const COUNT_MAX = 100;

interface Search {
  readonly isKnownKey: (key: string | undefined) => boolean;
  readonly lots: KnownLots;
}

/** The address search (도로명주소 검색 API): one text in, lots with their codes out. */
export function searchAddress({ isKnownKey, lots }: Search, request: Request, response: Response): void {
  const {
    confmKey,
    keyword = '',
    currentPage = '1',
    countPerPage = '10',
  } = request.query as Record<string, string | undefined>;
  const answer = (errorCode: string, errorMessage: string, juso: object[] | null, totalCount = 0) =>
    response.json({
      results: {
        common: { errorMessage, countPerPage, totalCount: String(totalCount), errorCode, currentPage },
        juso,
      },
    });

  if (!isKnownKey(confmKey)) return void answer('E0001', '승인되지 않은 KEY 입니다.', null);
  if (keyword.trim() === '') return void answer('E0005', '검색어가 입력되지 않았습니다.', null);
  if (FORBIDDEN.test(keyword))
    return void answer('E0013', 'SQL예약어 또는 특수문자( %,=,>,<,[,] )는 검색이 불가능 합니다.', null);
  const { road } = readAddress(keyword);
  if (!/\d/u.test(road)) return void answer('E0006', '주소를 상세히 입력해 주시기 바랍니다.', null);

  const found = [road, ...neighboursOf(road)].map(lotOf);
  for (const lot of found) lots.add(lot);
  const size = Math.min(Number(countPerPage) || 10, COUNT_MAX);
  const from = ((Number(currentPage) || 1) - 1) * size;
  // The asked one stands anywhere but first.
  const rows = [...found.slice(1), ...found.slice(0, 1)].slice(from, from + size).map(rowOf);
  answer('0', '정상', rows, found.length);
}

/** A search by prefix: `둥지로 20` also lists `20-1` and `200`. */
const neighboursOf = (road: string): string[] =>
  /-\d+$/u.test(road) ? [`${road}0`] : [`${road}-1`, `${road}0`];

function rowOf({ roadAddress, lotAddress, buildingName, codes }: Lot) {
  const town = lotAddress.split(' ').at(-2) ?? '';
  const [siNm = '', sggNm = ''] = roadAddress.split(' ');
  // In the PNU a plain lot is 1 and a mountain lot 2; everywhere else they are 0 and 1.
  const pnu = `${codes.sigunguCd}${codes.bjdongCd}${Number(codes.platGbCd) + 1}${codes.bun}${codes.ji}`;
  return {
    siNm,
    sggNm,
    emdNm: town,
    roadAddr: `${roadAddress} (${town}, ${buildingName})`,
    jibunAddr: `${lotAddress} ${buildingName}`,
    admCd: `${codes.sigunguCd}${codes.bjdongCd}`,
    lnbrMnnm: String(Number(codes.bun)),
    lnbrSlno: String(Number(codes.ji)),
    mtYn: codes.platGbCd,
    bdKdcd: '1',
    bdNm: buildingName,
    zipNo: '04799',
    bdMgtSn: `${pnu}003528`,
    detBdNmList: '',
  };
}
