import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRecord, type RunningSandbox, rowsOf, startSandbox, Visitor } from '../testing/visitor.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

const HOME = '서울특별시 둥지구 둥지로12길 34 101동 302호';
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const visitor = () => new Visitor(sandbox).logIn();

describe('logging in', () => {
  it('lets the account in and nobody else', async () => {
    const stranger = new Visitor(sandbox);
    const refused = await stranger.post('/portal/login', { userId: 'dungji', password: 'wrong' });
    expect(refused.status).toBe(401);
    expect(refused.body).toContain('id="login-error"');
    expect((await stranger.search(HOME)).location).toMatch(/^\/portal\/login\?next=/u);
    const welcome = await stranger.post('/portal/login', {
      userId: 'dungji',
      password: 'dungji-portal',
      next: '/portal/cart',
    });
    expect(welcome).toMatchObject({ status: 303, location: '/portal/cart' });
    expect((await stranger.get('/portal/')).body).toContain('id="account-name"');
    await stranger.post('/portal/logout');
    expect((await stranger.get('/portal/cart')).status).toBe(303);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/portal/',
    '/portal/\\evil',
    '/portalx/',
    '/portal/../admin',
    'javascript:alert(1)',
  ])('never leads out of the portal by next=%s', async (next) => {
    const answer = await new Visitor(sandbox).post('/portal/login', {
      userId: 'dungji',
      password: 'dungji-portal',
      next,
    });
    expect(answer.location).toBe('/portal/');
  });

  it('ends a session after fifteen idle minutes, not before, and says so', async () => {
    await using own = await startSandbox();
    const guest = await new Visitor(own).logIn();
    own.passTime(SESSION_IDLE_MS - 1_000);
    expect((await guest.get('/portal/cart')).status).toBe(200);
    own.passTime(SESSION_IDLE_MS - 1_000);
    expect((await guest.get('/portal/cart')).status).toBe(200);
    own.passTime(SESSION_IDLE_MS + 1_000);
    const { location } = await guest.get('/portal/cart');
    expect(location).toBe('/portal/login?expired=1&next=%2Fportal%2Fcart');
    expect((await guest.get(location)).body).toContain('id="session-expired"');
  });
});

describe('searching', () => {
  it('finds the unit once as 현행 among the records it may be confused with', async () => {
    const page = (await (await visitor()).search(HOME)).body;
    const rows = rowsOf(page);
    expect(
      rows.filter(
        (row) => row.kind === '집합건물' && row.dong === '101' && row.unit === '302' && row.state === '현행',
      ),
    ).toHaveLength(1);
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: '집합건물', dong: '101', floor: '3', unit: '302', state: '폐쇄' }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ dong: '102', unit: '302' }));
    expect(rows).toContainEqual(expect.objectContaining({ dong: '101', unit: '1302' }));
    expect(rows.map((row) => row.kind)).toEqual(expect.arrayContaining(['건물', '토지']));
  });

  it('gives the same address the same unique numbers for ever, and another address others', async () => {
    await using other = await startSandbox();
    const here = rowsOf((await (await visitor()).search(HOME)).body);
    const there = rowsOf((await (await new Visitor(other).logIn()).search(HOME)).body);
    expect(there).toEqual(here);
    expect(new Set(here.map((row) => row.uniqueNumber)).size).toBe(here.length);
    for (const row of here) expect(row.uniqueNumber).toMatch(/^\d{4}-\d{4}-\d{6}$/u);
    const elsewhere = rowsOf((await (await visitor()).search(`${HOME} [scan]`)).body);
    expect(elsewhere.map((row) => row.uniqueNumber)).not.toEqual(
      expect.arrayContaining([here[0]?.uniqueNumber]),
    );
  });

  it('finds a house by its building', async () => {
    const rows = rowsOf((await (await visitor()).search('서울특별시 둥지구 둥지로 7')).body);
    expect(rows.filter((row) => row.kind === '건물' && row.state === '현행')).toHaveLength(1);
    expect(rows.some((row) => row.kind === '집합건물')).toBe(false);
  });

  it('refuses what is no address, and shows markup as text', async () => {
    const guest = await visitor();
    expect((await guest.search('')).status).toBe(400);
    expect((await guest.search('가'.repeat(501))).body).toContain('id="search-error"');
    expect((await guest.get('/portal/search?address=a&address=b')).status).toBe(400);
    const page = (await guest.search(`"><script>alert(1)</script>' ${HOME}`)).body;
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
    // Longer than any header may be: Node itself answers.
    expect((await guest.search('가'.repeat(20_000))).status).toBe(431);
  });

  it('lets only records of the last search be chosen, and no closed ones', async () => {
    const guest = await visitor();
    const rows = rowsOf((await guest.search(HOME)).body);
    const closed = rows.find((row) => row.state === '폐쇄');
    expect((await guest.get(`/portal/apply?record=${closed?.uniqueNumber}`)).body).toContain(
      'id="record-closed"',
    );
    expect((await guest.get('/portal/apply?record=1111-2222-333333')).body).toContain('id="search-again"');
    expect((await guest.get('/portal/apply?record=%00')).status).toBe(409);
    expect(
      (await guest.get(`/portal/apply?record=${chooseRecord((await guest.search(HOME)).body)}`)).body,
    ).toContain('id="apply-form"');
  });
});

describe('faults by tokens', () => {
  it('[not-found] finds nothing', async () => {
    expect((await (await visitor()).search(`${HOME} [not-found]`)).body).toContain('id="no-result"');
  });

  it('[load-fail=2] fails twice for the address, in whichever session, and then loads', async () => {
    const address = `${HOME} [load-fail=2]`;
    expect((await (await visitor()).search(address)).status).toBe(503);
    const failed = await (await visitor()).search(address);
    expect(failed.body).toContain('id="portal-error"');
    expect((await (await visitor()).search(address)).status).toBe(200);
  });

  it('[slow=MS] delays each page of the session from the search on, and no other session', async () => {
    const slow = await visitor();
    const quick = await visitor();
    const took = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    expect(await took(() => slow.search(`${HOME} [slow=400]`))).toBeGreaterThanOrEqual(390);
    expect(await took(() => slow.get('/portal/cart'))).toBeGreaterThanOrEqual(390);
    const finished: string[] = [];
    await Promise.all([
      slow.get('/portal/cart').then(() => finished.push('slow')),
      quick.get('/portal/cart').then(() => finished.push('quick')),
    ]);
    expect(finished).toEqual(['quick', 'slow']);
  });

  it('[hang] never answers, while others are served', async () => {
    const guest = await visitor();
    const hanging = guest.search(`${HOME} [hang]`, AbortSignal.timeout(500));
    const refusal = expect(hanging).rejects.toThrow(/abort|timeout/iu);
    expect((await (await visitor()).search(HOME)).status).toBe(200);
    await refusal;
  });

  it('[session-expired] throws the visitor out once, when a record is chosen', async () => {
    const address = `${HOME} [session-expired]`;
    const guest = await visitor();
    const record = chooseRecord((await guest.search(address)).body);
    const { location } = await guest.get(`/portal/apply?record=${record}`);
    expect(location).toMatch(/^\/portal\/login\?expired=1&next=/u);
    await guest.logIn();
    expect((await guest.get(`/portal/apply?record=${record}`)).body).toContain('id="search-again"');
    await guest.search(address);
    expect((await guest.get(`/portal/apply?record=${record}`)).body).toContain('id="apply-form"');
  });
});
