import { startOwnRedis } from '@dungji/redis/testing';
import { describe, expect, it } from 'vitest';
import { openApiWorld } from '../testing/api-world.ts';

const signIn = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'nobody@example.test', password: 'guess-guess' }),
  });

describe('rate limits', () => {
  it('count requests per user over all processes, and say when to come back', async () => {
    const world = await openApiWorld({ RATE_LIMIT_REQUESTS_PER_MINUTE: '6' });
    try {
      const [busy, calm] = [await world.person(), await world.person()];
      const other = await world.another();
      const statuses: number[] = [];
      for (let n = 0; n < 8; n += 1) {
        const url = n % 2 === 0 ? world.api.url : other.url;
        statuses.push((await fetch(`${url}/trpc/me.get`, { headers: busy.headers })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      const refused = await busy.query('me.get');
      expect(refused.error.data).toMatchObject({ reason: 'RATE_LIMITED', httpStatus: 429, retryable: true });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await calm.query('me.get')).status).toBe(200);
    } finally {
      await world.close();
    }
  });

  it('slow down sign-ins of one address, which a header cannot change', async () => {
    const world = await openApiWorld({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '3' });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        statuses.push((await signIn(world.api.url, { 'x-forwarded-for': `203.0.113.${n}` })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
    } finally {
      await world.close();
    }
  });

  it('refuse nobody while Redis is away, also from the start, and count again when it is back', async () => {
    const redis = await startOwnRedis();
    await redis.kill();
    const world = await openApiWorld({ REDIS_URL: redis.url, RATE_LIMIT_REQUESTS_PER_MINUTE: '3' });
    try {
      const who = await world.person();
      for (let n = 0; n < 6; n += 1) expect((await who.query('me.get')).status).toBe(200);
      await redis.restart();
      await expect.poll(async () => (await who.query('me.get')).status, { timeout: 10_000 }).toBe(429);
    } finally {
      await world.close();
      await redis.close();
    }
  });
});
