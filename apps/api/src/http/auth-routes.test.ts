import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
let apiKey: string;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
  apiKey = (await tenant.mutate<{ key: string }>('apiKeys.create', { name: 'a program' })).data.key;
});
afterAll(() => world.close());

const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(`${world.api.url}/api/auth/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

const UNUSED: [string, string, object?][] = [
  ['POST', 'api-key/create', { name: 'one more' }],
  ['GET', 'api-key/list'],
  ['POST', 'api-key/delete', { keyId: 'any' }],
  ['POST', 'api-key/update', { keyId: 'any', name: 'other' }],
  ['POST', 'update-user', { name: 'Other' }],
  ['GET', 'list-sessions'],
  ['POST', 'revoke-sessions', {}],
  ['POST', 'delete-user', {}],
  ['POST', 'change-password', { currentPassword: 'a-long-enough-password', newPassword: 'another-password' }],
  ['POST', 'sign-in/email/', { email: 'nobody@example.test', password: 'guess-guess' }],
  ['POST', 'SIGN-IN/email', { email: 'nobody@example.test', password: 'guess-guess' }],
];

describe('the accounts’ routes', () => {
  it.each(UNUSED)('hold no %s %s, for a key as for a session', async (method, path, body) => {
    for (const headers of [{ 'x-api-key': apiKey }, tenant.headers]) {
      expect((await call(method, path, headers, body)).status).toBe(404);
    }
  });

  it('take no API key for a session', async () => {
    expect(await (await call('GET', 'get-session', { 'x-api-key': apiKey })).json()).toBeNull();
    expect(await (await call('GET', 'get-session', tenant.headers)).json()).toMatchObject({
      user: { email: tenant.email },
    });
    const program = await fetch(`${world.api.url}/trpc/me.get`, { headers: { 'x-api-key': apiKey } });
    expect(program.status).toBe(200);
  });

  it.each([
    ['with its length announced', true],
    ['in pieces of unknown length', false],
  ])('refuse a body beyond 256 KB, %s', async (_how, announced) => {
    const password = 'x'.repeat(300_000);
    const { status, body } = await send(JSON.stringify({ email: tenant.email, password }), announced);
    expect(status).toBe(413);
    expect(JSON.parse(body).error.data).toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
  });

  it('count sign-ups among the sign-ins, and what else there is among the requests', async () => {
    const strict = await openApiWorld({
      RATE_LIMIT_SIGN_INS_PER_MINUTE: '2',
      RATE_LIMIT_REQUESTS_PER_MINUTE: '3',
    });
    try {
      const at = (path: string, init?: RequestInit) => fetch(`${strict.api.url}/api/auth/${path}`, init);
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const guesses: number[] = [];
      for (const path of ['sign-up/email', 'sign-in/email', 'sign-up/email']) {
        guesses.push((await at(path, post)).status);
      }
      expect(guesses).toEqual([400, 400, 429]);
      const looks: number[] = [];
      for (let n = 0; n < 4; n += 1) looks.push((await at('get-session')).status);
      expect(looks).toEqual([200, 200, 200, 429]);
    } finally {
      await strict.close();
    }
  });
});

const send = (body: string, announced: boolean) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const req = request(`${world.api.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(announced
          ? { 'content-length': String(Buffer.byteLength(body)) }
          : { 'transfer-encoding': 'chunked' }),
      },
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
