import { describe, expect, it } from 'vitest';
import { parseJson, readAnswer } from './open-api-answer.ts';

const body = (items: string, totalCount = '1') =>
  `{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL SERVICE"},"body":{"items":${items},"numOfRows":"10","pageNo":"1","totalCount":"${totalCount}"}}}`;
const gateway = (code: string) =>
  `<OpenAPI_ServiceResponse>\n<cmmMsgHeader>\n<errMsg>SERVICE ERROR</errMsg>\n<returnAuthMsg>A_MESSAGE</returnAuthMsg>\n<returnReasonCode>${code}</returnReasonCode>\n</cmmMsgHeader>\n</OpenAPI_ServiceResponse>`;

describe('a right answer', () => {
  it('is rows as a list, as one object, or as nothing at all', () => {
    expect(readAnswer(body('{"item":[{"a":1},{"a":"2"}]}', '2'))).toEqual({
      type: 'rows',
      rows: [{ a: '1' }, { a: '2' }],
      totalCount: 2,
    });
    expect(readAnswer(body('{"item":{"a":1}}'))).toMatchObject({ rows: [{ a: '1' }] });
    for (const none of ['""', 'null', '[]', '{}', '{"item":[]}'])
      expect([none, readAnswer(body(none, '0'))]).toEqual([none, { type: 'rows', rows: [], totalCount: 0 }]);
  });

  it('keeps every digit of a long id, and leaves other numbers and texts alone', () => {
    const row =
      '{"id":1111010100012300450001,"area":59.98,"tiny":0.12345678901234567,"text":"id 1111010100012300450001, \\"2\\""}';
    expect(readAnswer(body(`{"item":${row}}`))).toMatchObject({
      rows: [{ id: '1111010100012300450001', area: '59.98', text: 'id 1111010100012300450001, "2"' }],
    });
    expect(parseJson('[-12345678901234567890, 1e20, "\\\\"]')).toEqual(['-12345678901234567890', 1e20, '\\']);
  });

  it('has null where a column is blank', () => {
    expect(readAnswer(body('{"item":{"dongNm":" ","bldNm":"","lot":null,"ho":" 3\\u0000 "}}'))).toMatchObject(
      {
        rows: [{ dongNm: null, bldNm: null, lot: null, ho: '3' }],
      },
    );
  });

  it('may come as XML although JSON was asked for', () => {
    const xml = (items: string, total: number) =>
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><response><header><resultCode>000</resultCode></header><body>${items}<totalCount>${total}</totalCount></body></response>`;
    const item =
      '<item><mgmBldrgstPk>1111010100012300450001</mgmBldrgstPk><bldNm>A&amp;B &#44032;</bldNm><dongNm> </dongNm></item>';
    expect(readAnswer(xml(`<items>${item}</items>`, 1))).toEqual({
      type: 'rows',
      rows: [{ mgmBldrgstPk: '1111010100012300450001', bldNm: 'A&B 가', dongNm: null }],
      totalCount: 1,
    });
    expect(readAnswer(xml('<items/>', 0))).toEqual({ type: 'rows', rows: [], totalCount: 0 });
  });
});

describe('a wrong answer', () => {
  it('tells its code from every envelope', () => {
    const json =
      '{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"SERVICE ERROR","returnReasonCode":"30"}}}';
    const flat =
      '{"responseTime":"2026-01-01T00:00:00.000","resultCode":"10","resultMsg":"INVALID_REQUEST_PARAMETER_ERROR"}';
    const inside = '{"response":{"header":{"resultCode":22,"resultMsg":"LIMITED"}}}';
    expect([gateway('31'), json, flat, inside].map(readAnswer)).toEqual(
      ['31', '30', '10', '22'].map((code) => ({ type: 'error', code })),
    );
  });

  it('of no data is no rows', () => {
    expect(readAnswer('{"response":{"header":{"resultCode":"03"}}}')).toMatchObject({
      type: 'rows',
      totalCount: 0,
    });
  });

  it('without an envelope is no answer', () => {
    const page = '<html><head><title>502 Bad Gateway</title></head></html>';
    for (const text of [
      '',
      'Unexpected errors',
      page,
      '{"response":',
      '[]',
      'null',
      body('{"item":[{"a":[1]}]}'),
      body('""', 'many'),
    ])
      expect([text, readAnswer(text)]).toEqual([text, { type: 'unknown' }]);
  });
});
