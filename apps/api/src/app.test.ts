import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorData } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from './testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
});
afterAll(() => world.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${world.api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...tenant.headers, ...headers },
    body,
  });
const errorIn = async (response: Response): Promise<ErrorData> =>
  ((await response.json()) as { error: { data: ErrorData } }).error.data;

describe('every response', () => {
  it('carries a request id, also in the error that belongs to it', async () => {
    const response = await fetch(`${world.api.url}/trpc/me.get`);
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[\w-]{8,}$/);
    expect((await errorIn(response)).requestId).toBe(id);
  });

  it('keeps a caller’s own plain id and replaces one that could forge a log line', async () => {
    const idFor = async (given: string) =>
      (await fetch(`${world.api.url}/health/live`, { headers: { 'x-request-id': given } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('trace-0001')).toBe('trace-0001');
    expect(await idFor('a "quoted" {thing}')).not.toContain('"');
  });

  it('has a content security policy without inline scripts and does not tell what serves it', async () => {
    const { headers } = await fetch(`${world.api.url}/health/live`);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('errors', () => {
  it('tell who is not signed in, with every part of the shape', async () => {
    const answer = await world.nobody.query('nests.list');
    expect(answer.status).toBe(401);
    expect(answer.error.data).toEqual({
      code: 'UNAUTHORIZED',
      httpStatus: 401,
      path: 'nests.list',
      reason: 'UNAUTHENTICATED',
      retryable: false,
      restorable: false,
      requestId: answer.headers.get('x-request-id'),
    });
  });

  it.each([
    ['a body that is not JSON', () => post('/trpc/nests.create', '{"name":'), 400, 'INVALID_INPUT'],
    ['no body', () => post('/trpc/nests.create', ''), 400, 'INVALID_INPUT'],
    [
      'a form',
      () => post('/trpc/nests.create', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'INVALID_INPUT',
    ],
    ['an unknown procedure', () => post('/trpc/nests.destroy', '{}'), 404, 'NOT_FOUND'],
    [
      'a mutation by GET',
      () => fetch(`${world.api.url}/trpc/nests.create`, { headers: tenant.headers }),
      405,
      'INVALID_INPUT',
    ],
    ['a query by POST', () => post('/trpc/me.get', '{}'), 405, 'INVALID_INPUT'],
    [
      'an input that is not JSON',
      () => fetch(`${world.api.url}/trpc/nests.get?input=%7B`, { headers: tenant.headers }),
      400,
      'INVALID_INPUT',
    ],
    [
      'a path that does not decode',
      () => fetch(`${world.api.url}/trpc/%E0%A4%A`, { headers: tenant.headers }),
      400,
      'INVALID_INPUT',
    ],
    [
      'a zero byte',
      () => post('/trpc/nests.create', JSON.stringify({ ...NEST, name: 'a\u0000b' })),
      400,
      'INVALID_INPUT',
    ],
    [
      'a day before the calendar',
      () => post('/trpc/nests.create', JSON.stringify({ ...NEST, contractFrom: '0000-01-01' })),
      400,
      'INVALID_INPUT',
    ],
    ['a page that is not there', () => fetch(`${world.api.url}/nowhere`), 404, 'NOT_FOUND'],
  ])('of %s are typed', async (_what, call, status, reason) => {
    const response = await call();
    expect(response.status).toBe(status);
    const data = await errorIn(response);
    expect(data).toMatchObject({
      httpStatus: status,
      reason,
      requestId: response.headers.get('x-request-id'),
    });
    expect(data).not.toHaveProperty('stack');
  });

  it.each([
    ['a zero byte', { ...NEST, name: 'a\u0000b' }, 'name'],
    ['half a character', { ...NEST, landlordName: '\ud83c' }, 'landlordName'],
    ['a field named so', { ...NEST, '\u0000': 1 }, '_'],
    ['a name of nothing to see', { ...NEST, name: '\u200b\u3164' }, 'name'],
    ['a name of two lines', { ...NEST, name: 'a\nb' }, 'name'],
    ['a nest too deep to look through', { ...NEST, name: deep(1_000) }, '_'],
  ])('name the field that holds %s', async (_what, input, field) => {
    const data = await errorIn(await post('/trpc/nests.create', JSON.stringify(input)));
    expect(data).toMatchObject({ reason: 'INVALID_INPUT', fieldErrors: { [field]: [expect.any(String)] } });
  });

  it.each([
    ['with its length announced', undefined],
    ['in pieces of unknown length', { 'transfer-encoding': 'chunked' }],
  ])('of a body that is too large, %s, is PAYLOAD_TOO_LARGE in JSON', async (_how, headers) => {
    const { status, body } = await send(
      '/trpc/nests.create',
      JSON.stringify({ name: 'x'.repeat(2_000_000) }),
      headers,
    );
    expect(status).toBe(413);
    expect(JSON.parse(body).error.data).toMatchObject({ reason: 'PAYLOAD_TOO_LARGE', path: 'nests.create' });
  });

  it('of a batch that is too large answer every call of it', async () => {
    const big = JSON.stringify({ 0: { nestId: 'x'.repeat(1_000_000) }, 1: {} });
    const { status, body } = await send('/trpc/nests.remove,nests.update?batch=1', big);
    expect(status).toBe(413);
    const paths = (JSON.parse(body) as { error: { data: ErrorData } }[]).map(({ error }) => [
      error.data.path,
      error.data.reason,
    ]);
    expect(paths).toEqual([
      ['nests.remove', 'PAYLOAD_TOO_LARGE'],
      ['nests.update', 'PAYLOAD_TOO_LARGE'],
    ]);
  });

  it('of a batch longer than a page ever makes are typed', async () => {
    const paths = Array.from({ length: 50 }, () => 'me.get').join(',');
    const response = await fetch(`${world.api.url}/trpc/${paths}?batch=1`, { headers: tenant.headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('"reason":"INVALID_INPUT"');
  });

  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const length = headers['transfer-encoding']
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) };
      const req = request(`${world.api.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...tenant.headers, ...length, ...headers },
      });
      req.once('error', reject).once('response', (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        res.once('end', () => resolve({ status: res.statusCode ?? 0, body: text }));
      });
      req.end(body);
    });
});

/** Objects in objects. */
const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), null);

describe('origins', () => {
  it.each(['http://localhost:5173', 'http://127.0.0.1:5173'])('lets %s change things', async (origin) => {
    expect((await post('/trpc/nests.create', JSON.stringify(NEST), { origin })).status).toBe(200);
  });

  it.each(['https://evil.example', 'null', 'http://localhost:5173.evil.example'])(
    'refuses changes from %s',
    async (origin) => {
      const response = await post('/trpc/nests.create', JSON.stringify(NEST), { origin });
      expect(response.status).toBe(403);
      expect((await errorIn(response)).reason).toBe('FORBIDDEN');
      expect((await post('/api/auth/sign-out', '{}', { origin })).status).toBe(403);
    },
  );

  it('keeps the streams of a user from being used up by foreign pages', async () => {
    const headers = { ...tenant.headers, origin: 'https://evil.example' };
    const response = await fetch(`${world.api.url}/trpc/events.subscribe`, { headers });
    expect([response.status, (await errorIn(response)).reason]).toEqual([403, 'FORBIDDEN']);
  });

  it('refuses what a browser calls cross-site', async () => {
    expect(
      (await post('/trpc/nests.create', JSON.stringify(NEST), { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
  });
});

describe('health', () => {
  it('says live and ready, naming what it needs', async () => {
    expect((await fetch(`${world.api.url}/health/live`)).status).toBe(200);
    const response = await fetch(`${world.api.url}/health/ready`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { ok: true, draining: false, dependencies: { database: 'up', redis: 'up', storage: 'up' } },
    ]);
  });

  it('names the dependency that is away and stays live', async () => {
    const lonely = await openApiWorld({
      S3_ENDPOINT: 'http://127.0.0.1:9',
      REDIS_URL: 'redis://127.0.0.1:9',
    });
    try {
      const response = await fetch(`${lonely.api.url}/health/ready`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        ok: false,
        dependencies: { database: 'up', redis: 'down', storage: 'down' },
      });
      expect((await fetch(`${lonely.api.url}/health/live`)).status).toBe(200);
    } finally {
      await lonely.close();
    }
  });

  it('health needs no credential', async () => {
    expect((await world.nobody.query('health')).data).toMatchObject({
      ok: true,
      version: expect.any(String),
    });
  });
});

describe('operations', () => {
  it('show Bull Board to admins and nothing to others', async () => {
    const board = (who: Caller) => fetch(`${world.api.url}/admin/queues`, { headers: who.headers });
    expect((await board(await world.person('admin'))).status).toBe(200);
    expect((await board(await world.person('operator'))).status).toBe(404);
    expect((await board(world.nobody)).status).toBe(401);
  });

  it('show metrics on loopback, and not to somebody behind a proxy on this machine', async () => {
    const text = await (await fetch(`${world.api.url}/metrics`)).text();
    expect(text).toContain('dungji_open_streams 0');
    const forwarded = await fetch(`${world.api.url}/metrics`, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(forwarded.status).toBe(404);
  });
});

describe('in production', () => {
  it('the built web is served: pages of any path, files for ever, nothing in place of what is missing', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dungji-web-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>Dungji</title>');
    await writeFile(join(directory, 'assets', 'app-1a2b.js'), 'export {};');
    const built = await openApiWorld({ NODE_ENV: 'production', WEB_DIST: directory });
    try {
      const get = (path: string) => fetch(`${built.api.url}${path}`, { headers: { accept: 'text/html' } });
      for (const path of ['/', '/nests/nst_1']) {
        const page = await get(path);
        expect(await page.text()).toContain('<title>Dungji</title>');
        expect(page.headers.get('cache-control')).toBe('no-cache');
      }
      expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toContain('immutable');
      expect((await get('/assets/app-gone.js')).status).toBe(404);
      expect((await errorIn(await get('/trpc/nowhere'))).reason).toBe('NOT_FOUND');
    } finally {
      await built.close();
      await rm(directory, { recursive: true });
    }
  });
});

describe('the log', () => {
  it('holds no e-mail address, password, cookie, key, address of a home or input', async () => {
    await post('/trpc/nests.create', JSON.stringify(NEST));
    await tenant.query('nests.get', { nestId: 'nst_secret-input' });
    const text = world.logLines.join('');
    expect(text).toContain('/trpc/nests.create');
    for (const secret of [
      tenant.email,
      'a-long-enough-password',
      'session_token',
      '왕십리로',
      '홍길동',
      'secret-input',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
