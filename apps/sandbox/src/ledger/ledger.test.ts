import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../testing/visitor.ts';
import { LEDGER_ERRORS } from './wishes.ts';

const ROAD = '서울특별시 둥지구 둥지로12길 34';
const KEY = 'sandbox-ledger-key';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => post('reset', {}));
afterAll(() => sandbox[Symbol.asyncDispose]());

const post = (path: string, body: object) =>
  fetch(`${sandbox.url}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Found {
  common: { errorCode: string };
  juso: { roadAddr: string; admCd: string; mtYn: string; lnbrMnnm: string; lnbrSlno: string }[];
}

async function search(keyword: string, confmKey = KEY) {
  const query = new URLSearchParams({
    confmKey,
    keyword,
    currentPage: '1',
    countPerPage: '100',
    resultType: 'json',
  });
  const response = await fetch(`${sandbox.url}/ledger/addrlink/addrLinkApi.do?${query}`);
  return ((await response.json()) as { results: Found }).results;
}

async function codesOf(road = ROAD) {
  const { juso } = await search(road);
  const found = juso.find((row) => row.roadAddr.startsWith(`${road} (`));
  if (!found) throw new Error(road);
  return {
    sigunguCd: found.admCd.slice(0, 5),
    bjdongCd: found.admCd.slice(5),
    platGbCd: found.mtYn,
    bun: found.lnbrMnnm.padStart(4, '0'),
    ji: found.lnbrSlno.padStart(4, '0'),
  };
}

async function ask(operation: string, more: Record<string, string> = {}, detail = '101동 302호') {
  const query = new URLSearchParams({ serviceKey: KEY, _type: 'json', ...(await codesOf()), ...more });
  const response = await fetch(`${sandbox.url}/ledger/${operation}?${query}`, {
    headers: { 'x-sandbox-detail': encodeURIComponent(detail) },
  });
  return { status: response.status, text: await response.text() };
}

describe('the address search', () => {
  it('finds the asked address among those that begin alike, with the codes of the ledger', async () => {
    const { common, juso } = await search(ROAD);
    expect(common).toMatchObject({ errorCode: '0', totalCount: '3' });
    expect(juso.map((row) => row.roadAddr.split(' (')[0]).sort()).toEqual([ROAD, `${ROAD}-1`, `${ROAD}0`]);
    expect(juso[0]).toMatchObject({ admCd: expect.stringMatching(/^119\d{7}$/), mtYn: '0' });
    expect((await search('서울특별시 둥지구 가상동 산 12-3')).juso.at(-1)).toMatchObject({
      mtYn: '1',
      lnbrMnnm: '12',
      lnbrSlno: '3',
    });
  });

  it('refuses like the real one', async () => {
    const codeOf = async (...asked: Parameters<typeof search>) => (await search(...asked)).common.errorCode;
    expect(await codeOf(ROAD, 'other')).toBe('E0001');
    expect(await codeOf(' ')).toBe('E0005');
    expect(await codeOf('서울특별시')).toBe('E0006');
    expect(await codeOf(`${ROAD} UNION SELECT`)).toBe('E0013');
  });
});

describe('the ledger', () => {
  it('gives pages of at most 100 rows, whatever is asked for, and says how many there are', async () => {
    const { response } = JSON.parse((await ask('getBrExposPubuseAreaInfo', { numOfRows: '1000' })).text);
    expect(response.body).toMatchObject({ numOfRows: '100', pageNo: '1', totalCount: '360' });
    expect(response.body.items.item).toHaveLength(100);
    const last = JSON.parse((await ask('getBrExposPubuseAreaInfo', { numOfRows: '100', pageNo: '4' })).text);
    expect(last.response.body.items.item).toHaveLength(60);
  });

  it('narrows areas by the name of the building, and never prices', async () => {
    const total = async (operation: string) =>
      JSON.parse((await ask(operation, { dongNm: '101동' })).text).response.body.totalCount;
    expect(await total('getBrExposPubuseAreaInfo')).toBe('180');
    expect(await total('getBrHsprcInfo')).toBe('840');
  });

  it('writes ids longer than a double as bare numbers, blanks as a space, one row as an object, none as an empty text', async () => {
    const titles = await ask('getBrTitleInfo');
    expect(titles.text).toMatch(/"mgmBldrgstPk":\d{22}[,}]/);
    expect(titles.text).toContain('"block":" "');
    const one = await ask('getBrExposPubuseAreaInfo', { dongNm: '101동', hoNm: '302', numOfRows: '1' });
    expect(JSON.parse(one.text).response.body.items.item).not.toBeInstanceOf(Array);
    expect(
      JSON.parse((await ask('getBrTitleInfo', {}, '101동 302호 [ledger-not-found]')).text).response.body
        .items,
    ).toBe('');
  });

  it('has every unit that somebody types', async () => {
    for (const detail of ['101동 302호', '가동 201호', '비101호', '7동 2604호']) {
      const { text } = await ask('getBrExposPubuseAreaInfo', { numOfRows: '100', pageNo: '2' }, detail);
      expect(text).toContain('"hoNm"');
    }
  });

  it('does not say whether a building breaks the law, but in a text where the token asks for it', async () => {
    expect((await ask('getBrTitleInfo')).text).not.toContain('위반');
    expect((await ask('getBrTitleInfo', {}, '101동 302호 [ledger-violation]')).text).toContain('위반건축물');
  });

  it('answers XML unless JSON is asked for', async () => {
    expect((await ask('getBrTitleInfo', { _type: '' })).text).toMatch(
      /^<\?xml .*<totalCount>3<\/totalCount>/,
    );
    expect((await ask('getBrTitleInfo', {}, '302호 [ledger-xml]')).text).toMatch(/^<\?xml/);
  });

  it('knows its keys as they are, not as they are encoded', async () => {
    expect((await ask('getBrTitleInfo', { serviceKey: 'sandbox+ledger/key==' })).text).toContain(
      '"resultCode":"00"',
    );
    for (const serviceKey of ['other', encodeURIComponent('sandbox+ledger/key==')]) {
      const { status, text } = await ask('getBrTitleInfo', { serviceKey });
      expect([status, text]).toEqual([
        200,
        expect.stringContaining('<returnReasonCode>30</returnReasonCode>'),
      ]);
    }
    expect((await ask('getBrTitleInfo', {}, '[ledger-bad-key]')).text).toContain(
      'SERVICE_KEY_IS_NOT_REGISTERED_ERROR',
    );
  });

  it('goes wrong in every way that was seen, as often as it is told', async () => {
    const answers = await Promise.all(
      LEDGER_ERRORS.map((error) => ask('getBrTitleInfo', {}, `[ledger-error=${error}]`)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(LEDGER_ERRORS.length);
    expect(answers.filter(({ text }) => text.includes('"resultCode":"00"'))).toEqual([]);
    const texts = [];
    for (let call = 0; call < 3; call += 1)
      texts.push((await ask('getBrTitleInfo', {}, '[ledger-error=plain:2]')).text);
    expect(texts).toEqual([
      'Unexpected errors',
      'Unexpected errors',
      expect.stringContaining('"resultCode":"00"'),
    ]);
    expect((await ask('getBrTitleInfo', { sigunguCd: '1' })).text).toContain(
      'INVALID_REQUEST_PARAMETER_ERROR',
    );
    expect((await ask('getApBasisOulnInfo')).text).toContain('NO_OPENAPI_SERVICE_ERROR');
  });

  it('is taken down and healed by the control API, which counts its calls', async () => {
    await ask('getBrTitleInfo');
    const state = (await (await fetch(`${sandbox.url}/__sandbox/state`)).json()) as object;
    expect(state).toHaveProperty('ledgerCalls', { addrLinkApi: 1, getBrTitleInfo: 1 });
    await post('fault', { target: 'ledger', mode: 'down' });
    const response = await fetch(`${sandbox.url}/ledger/getBrTitleInfo`);
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('Bad Gateway')]);
    await post('fault', { target: 'ledger', mode: 'ok' });
    expect((await ask('getBrTitleInfo')).status).toBe(200);
  });
});
