import type { Request } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, openApiWorld } from '../testing/api-world.ts';
import { type Auth, openAuth } from './auth.ts';
import { openIdentify } from './identify.ts';

let world: ApiWorld;
let auth: Auth & { close(): Promise<void> };
beforeAll(async () => {
  world = await openApiWorld();
  auth = openAuth({
    databaseUrl: world.databaseUrl,
    publicUrl: world.env.PUBLIC_URL,
    secret: world.env.AUTH_SECRET,
    trustedOrigins: [],
    logger: world.logger,
  });
});
afterAll(async () => {
  await auth.close();
  await world.close();
});

it('believes a session for two seconds without a database read, and not a moment longer', async () => {
  const who = await world.person();
  const headers: Record<string, string> = { cookie: String(who.headers.cookie) };
  const req = { headers, get: (name: string) => headers[name] } as unknown as Request;
  let nowMs = 0;
  const { identify } = openIdentify(auth, () => nowMs);
  expect((await identify(req)).viewer).toMatchObject({ userId: who.userId, email: who.email });

  // With its row gone, only an answer that needs no read can still be yes.
  await world.db.query(`DELETE FROM auth_session WHERE "userId" = $1`, [who.userId]);
  nowMs = 1_999;
  expect((await identify(req)).viewer).toMatchObject({ userId: who.userId });
  nowMs = 2_000;
  expect((await identify(req)).viewer).toBeNull();
});
