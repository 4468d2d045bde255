import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, callerOf, cookieOf, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
});
afterAll(() => world.close());

describe('sessions', () => {
  const signIn = (email: string, password: string) =>
    fetch(`${world.api.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  it('begin with the right password and with no other', async () => {
    expect((await signIn(tenant.email, 'not the password')).status).toBe(401);
    const response = await signIn(tenant.email, 'a-long-enough-password');
    expect(response.status).toBe(200);
    const again = callerOf(world.api.url, { cookie: cookieOf(response) });
    expect((await again.query('me.get')).data).toMatchObject({
      id: tenant.userId,
      email: tenant.email,
      locale: 'ko',
    });
  });

  it('give the role of a member to a sign-up that asks for another one', async () => {
    const response = await fetch(`${world.api.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'sly@example.test',
        password: 'long enough',
        name: 'Sly',
        role: 'admin',
      }),
    });
    expect(response.status).toBe(200);
    const sly = callerOf(world.api.url, { cookie: cookieOf(response) });
    expect((await sly.query('me.get')).data).toMatchObject({ role: 'member' });
  });

  it('end at once for requests through this process when signed out', async () => {
    const who = await world.person();
    expect((await who.query('me.get')).status).toBe(200);
    await fetch(`${world.api.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...who.headers },
      body: '{}',
    });
    expect((await who.query('me.get')).status).toBe(401);
  });

  it('end within seconds when they were ended behind this process', async () => {
    const who = await world.person();
    expect((await who.query('me.get')).status).toBe(200);
    await world.db.query(`DELETE FROM auth_session WHERE "userId" = $1`, [who.userId]);
    await expect.poll(async () => (await who.query('me.get')).status, { timeout: 10_000 }).toBe(401);
  });
});
