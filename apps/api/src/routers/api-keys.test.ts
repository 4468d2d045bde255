import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKeyView } from '../auth/api-keys.ts';
import { type ApiWorld, type Caller, callerOf, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
});
afterAll(() => world.close());

const create = async (more: object = {}) =>
  (await tenant.mutate<ApiKeyView & { key: string }>('apiKeys.create', { name: 'my program', ...more })).data;
const withKey = (key: string) => callerOf(world.api.url, { 'x-api-key': key });

describe('API keys', () => {
  it('act for their user, are shown once and stored as a hash', async () => {
    const { key, id } = await create();
    expect((await withKey(key).query('me.get')).data).toMatchObject({ id: tenant.userId, role: 'member' });
    const { data } = await tenant.query<{ items: ApiKeyView[] }>('apiKeys.list');
    expect(data.items.map((item) => item.id)).toContain(id);
    expect(JSON.stringify(data)).not.toContain(key);
    const { rows } = await world.db.query<{ key: string }>('SELECT "key" FROM auth_apikey WHERE "id" = $1', [
      id,
    ]);
    expect(rows[0]?.key).toBeTruthy();
    expect(rows[0]?.key).not.toContain(key);
  });

  it('have no quota that ends a busy day', async () => {
    const { key } = await create();
    await world.db.query(`UPDATE auth_apikey SET "requestCount" = 100000, "lastRequest" = now()`);
    for (let n = 0; n < 15; n += 1) expect((await withKey(key).query('me.get')).status).toBe(200);
  });

  it('stop working at once when revoked', async () => {
    const { key, id } = await create();
    expect((await withKey(key).query('me.get')).status).toBe(200);
    expect((await tenant.mutate('apiKeys.revoke', { id })).status).toBe(200);
    const answer = await withKey(key).query('me.get');
    expect([answer.status, answer.error.data.reason]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('expire', async () => {
    const { key, id, expiresAt } = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(expiresAt).not.toBeNull();
    await world.db.query(`UPDATE auth_apikey SET "expiresAt" = now() - interval '1 second' WHERE "id" = $1`, [
      id,
    ]);
    expect((await withKey(key).query('me.get')).status).toBe(401);
  });

  it('are not made with an end that has passed', async () => {
    const answer = await tenant.mutate('apiKeys.create', {
      name: 'late',
      expiresAt: '2020-01-01T00:00:00.000Z',
    });
    expect(answer.error.data).toMatchObject({
      reason: 'INVALID_INPUT',
      fieldErrors: { expiresAt: [expect.any(String)] },
    });
  });

  it('cannot mint or revoke keys themselves', async () => {
    const { key, id } = await create();
    for (const [path, input] of [
      ['apiKeys.create', { name: 'more' }],
      ['apiKeys.revoke', { id }],
    ] as const) {
      expect((await withKey(key).mutate(path, input)).error.data.reason).toBe('FORBIDDEN');
    }
  });

  it('of somebody else are not found', async () => {
    const { id } = await create();
    const answer = await (await world.person()).mutate('apiKeys.revoke', { id });
    expect([answer.status, answer.error.data.reason]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['', 'nonsense', `dgj_${'a'.repeat(64)}`])('let nobody in when wrong: %j', async (key) => {
    const answer = await withKey(key).query('me.get');
    expect([answer.status, answer.error.data.reason]).toEqual([401, 'UNAUTHENTICATED']);
  });
});
