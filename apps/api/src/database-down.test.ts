import type { Accepted, NestView } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from './testing/api-world.ts';
import { type BreakableLine, openBreakableLine } from './testing/breakable-line.ts';
import { openEvents } from './testing/open-events.ts';

let line: BreakableLine;
let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  const server = new URL(process.env.TEST_DATABASE_URL ?? '');
  line = await openBreakableLine({ host: server.hostname, port: Number(server.port) });
  world = await openApiWorld({ STREAM_CATCHUP_MS: '200', SSE_PING_MS: '200' }, (url) => {
    const through = new URL(url);
    through.port = String(line.port);
    return through.href;
  });
  tenant = await world.person();
});
afterAll(async () => {
  line.mend();
  await world.close();
  await line.close();
});

describe('while Postgres is away', () => {
  it('everything says so in the one error shape, nothing hangs, and all works again afterwards', async () => {
    const { data: nest } = await tenant.mutate<NestView>('nests.create', NEST);
    const stream = await openEvents(world.api.url, tenant.headers);
    await stream.until(({ type }) => type === 'snapshot');
    line.cut();

    const startedAtMs = Date.now();
    const answers = [
      await tenant.query('nests.list'),
      await tenant.mutate('nests.create', NEST),
      await tenant.mutate('issuance.request', { nestId: nest.id, docType: 'REGISTRY' }),
    ];
    expect(Date.now() - startedAtMs).toBeLessThan(5_000);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.error.data).toMatchObject({
        reason: 'DEPENDENCY_DOWN',
        retryable: true,
        restorable: true,
      });
      expect(JSON.stringify(answer.error)).not.toMatch(/ECONN|terminated|postgres/i);
    }
    const signIn = await fetch(`${world.api.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: tenant.email, password: 'a-long-enough-password' }),
    });
    expect([signIn.status, await signIn.json()]).toMatchObject([503, { code: 'DEPENDENCY_DOWN' }]);
    const ready = await fetch(`${world.api.url}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { dependencies: { database: 'down', redis: 'up' } },
    ]);

    // No ping promises what cannot be known; a new stream is refused with a status.
    let seen = -1;
    const isQuiet = () => {
      const before = seen;
      seen = stream.pings;
      return seen === before;
    };
    // Three pings' time between two looks.
    await expect.poll(isQuiet, { interval: 600, timeout: 8_000 }).toBe(true);
    expect((await openEvents(world.api.url, tenant.headers)).status).toBe(503);

    line.mend();
    await expect.poll(async () => (await tenant.query('nests.list')).status, { timeout: 10_000 }).toBe(200);
    const again = await tenant.mutate<Accepted>('issuance.request', { nestId: nest.id, docType: 'REGISTRY' });
    expect(again.status).toBe(202);
    await stream.until(({ type }) => type === 'task.accepted');
    await expect.poll(() => stream.pings).toBeGreaterThan(0);
    await stream.close();
  });
});
