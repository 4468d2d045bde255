import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLogger } from '../logger.ts';
import { type ApiWorld, callerOf, cookieOf, openApiWorld } from '../testing/api-world.ts';
import { type Auth, openAuth } from './auth.ts';
import { DEMO_PASSWORD, seedCredits, seedDemo } from './seed-demo.ts';

let world: ApiWorld;
let auth: Auth;
beforeAll(async () => {
  world = await openApiWorld();
  auth = openAuth({
    databaseUrl: world.databaseUrl,
    publicUrl: world.env.PUBLIC_URL,
    secret: world.env.AUTH_SECRET,
    trustedOrigins: [],
    logger: openLogger('silent'),
  });
});
afterAll(async () => {
  await auth.close();
  await world.close();
});

describe('seedDemo', () => {
  it('makes the demo accounts once, each with its role and able to sign in', async () => {
    expect(await seedDemo(auth)).toHaveLength(4);
    expect(await seedDemo(auth)).toEqual([]);
    const roles: Record<string, string> = {};
    for (const name of ['tenant', 'tenant2', 'operator', 'admin']) {
      const email = `${name}@dungji.example`;
      const response = await fetch(`${world.api.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      });
      const who = callerOf(world.api.url, { cookie: cookieOf(response) });
      if (name === 'tenant') {
        await seedCredits(auth, world.db);
        await seedCredits(auth, world.db);
        expect((await who.query('credits.balance')).data).toEqual({ balance: 100 });
      }
      const { data } = await who.query<{ id: string; role: string }>('me.get');
      expect(data.id).toMatch(/^usr_/);
      roles[name] = data.role;
    }
    expect(roles).toEqual({ tenant: 'member', tenant2: 'member', operator: 'operator', admin: 'admin' });
  });
});
