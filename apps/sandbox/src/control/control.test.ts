import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { type RunningSandbox, startSandbox, Visitor } from '../testing/visitor.ts';

const HOME = '서울특별시 둥지구 둥지로12길 34 101동 302호';
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());
beforeEach(() => post('/reset'));

const state = async () => (await fetch(`${sandbox.url}/__sandbox/state`)).json();
const post = (path: string, body: unknown = {}) =>
  fetch(`${sandbox.url}/__sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the control API', () => {
  it('is healthy', async () => {
    expect((await fetch(`${sandbox.url}/__sandbox/health`)).status).toBe(200);
  });

  it('begins with an empty world', async () => {
    expect(await state()).toMatchObject({ purchases: [], submits: [], applications: [], logins: 0 });
  });

  it('tells purchases by the address as it was typed, and counts logins', async () => {
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(`${HOME} [owner=임꺽정]`);
    await guest.pay(orderNo);
    expect(await state()).toMatchObject({
      logins: 1,
      purchases: [
        { orderNo, address: `${HOME} [owner=임꺽정]`, docType: 'REGISTRY', times: 1, state: 'UNUSED' },
      ],
    });
  });

  it('forgets everything at reset: purchases, sessions, faults', async () => {
    const guest = await new Visitor(sandbox).logIn();
    await guest.pay(await guest.order(HOME));
    await post('/fault', { target: 'ledger', mode: 'down' });
    expect((await post('/reset')).status).toBe(200);
    expect(await state()).toMatchObject({
      purchases: [],
      logins: 0,
      balanceKrw: 50_000_000,
      faults: { ledger: { mode: 'ok' } },
    });
    expect((await guest.get('/portal/cart')).status).toBe(303);
  });

  it('takes the portal down, slows it, and heals it', async () => {
    expect((await post('/fault', { target: 'portal', mode: 'down' })).status).toBe(200);
    const down = await new Visitor(sandbox).get('/portal/');
    expect(down.status).toBe(503);
    expect(down.body).toContain('id="portal-error"');
    await post('/fault', { target: 'portal', mode: 'slow', ms: 300 });
    const startedAt = performance.now();
    expect((await new Visitor(sandbox).get('/portal/')).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    await post('/fault', { target: 'portal', mode: 'ok' });
    expect((await new Visitor(sandbox).get('/portal/')).status).toBe(200);
  });

  it.each([
    { target: 'moon', mode: 'down' },
    { target: 'portal', mode: 'sideways' },
    { target: 'portal', mode: 'slow', ms: -1 },
    { target: 'portal', mode: 'slow', ms: 1e12 },
    { target: 'portal', mode: 'ok', extra: 1 },
    [],
    '{',
    'x'.repeat(10_000),
  ])('refuses the fault %j and changes nothing', async (body) => {
    const answer = await post('/fault', body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await state()).toMatchObject({ faults: { portal: { mode: 'ok' } } });
  });

  it('gives a small picture to generate from', async () => {
    const answer = await fetch(`${sandbox.url}/__sandbox/image.png`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect([...bytes.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(bytes.length).toBeLessThan(500_000);
  });

  it('answers 404 for what it does not know', async () => {
    expect((await fetch(`${sandbox.url}/__sandbox/nothing`)).status).toBe(404);
    expect((await fetch(`${sandbox.url}/portal/nothing`)).status).toBe(404);
  });
});

describe('certificates over HTTP', () => {
  it('say what the tokens ask for', async () => {
    const guest = await new Visitor(sandbox).logIn();
    const pdf = await guest.buy(`${HOME} [risk=mortgage,lease-order] [owner=임꺽정]`);
    const letters = (await readPdf(pdf)).map((page) => page.letters).join('');
    for (const word of ['근저당권설정', '주택임차권', '소유자임꺽정', '제101동제3층제302호'])
      expect(letters).toContain(word);
  });

  it('[scan] has no text layer', async () => {
    const guest = await new Visitor(sandbox).logIn();
    const read = await readPdf(await guest.buy(`${HOME} [scan]`));
    expect(read.map((page) => page.letters).join('')).toBe('');
    expect(read.every((page) => page.pictures.length === 1)).toBe(true);
  });

  it('[empty-pdf] has no bytes', async () => {
    const guest = await new Visitor(sandbox).logIn();
    expect(await guest.buy(`${HOME} [empty-pdf]`)).toHaveLength(0);
  });

  it('of a house are those of its building', async () => {
    const guest = await new Visitor(sandbox).logIn();
    const read = await readPdf(await guest.buy('서울특별시 둥지구 둥지로 7', { kind: '건물' }));
    expect(read[0]?.letters).toContain('-건물-');
    expect(read[0]?.letters).toContain('(건물의표시)');
  });
});
