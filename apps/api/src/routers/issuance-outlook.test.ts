import type { IssuanceOutlook, NestView, QueueName } from '@dungji/contracts';
import { taskIn } from '@dungji/db/testing';
import { startHeartbeat } from '@dungji/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
});
afterAll(() => world.close());

const nestOf = async (person: Caller) => (await person.mutate<NestView>('nests.create', NEST)).data.id;

describe('the outlook before an issuance', () => {
  const ask = (by: Caller, nestId: string, docType = 'REGISTRY') =>
    by.query<IssuanceOutlook>('issuance.outlook', { nestId, docType });

  it('tells the fee, who waits, and how long it took lately once there is enough to say', async () => {
    const person = await world.person();
    const nestId = await nestOf(person);
    const { data } = await ask(person, nestId, 'LEDGER');
    expect(data).toMatchObject({ feeKrw: 0, usualMs: null, slowMs: null, sample: 0 });
    await person.mutate('issuance.request', { nestId, docType: 'REGISTRY' });
    expect((await ask(person, nestId)).data).toMatchObject({ feeKrw: 700, ahead: data.ahead + 1 });
    const settledAt = new Date();
    const pendingAt = new Date(settledAt.getTime() - 42_000);
    for (let count = 0; count < 5; count += 1)
      await taskIn(world.db, 'SUCCESS', { doc_type: 'LEDGER', pending_at: pendingAt, settled_at: settledAt });
    expect((await ask(person, nestId, 'LEDGER')).data).toMatchObject({
      sample: 5,
      usualMs: 42_000,
      slowMs: 42_000,
    });
  });

  it('counts the workers that issue right now, and says when that cannot be told', async () => {
    const person = await world.person();
    const nestId = await nestOf(person);
    const online = async () => (await ask(person, nestId)).data.workersOnline;
    expect(await online()).toBe(0);
    const beat = (workerId: string, queues: QueueName[]) =>
      startHeartbeat({
        url: world.env.REDIS_URL,
        prefix: world.env.REDIS_PREFIX,
        workerId,
        bootId: 'boot',
        queues,
        version: '1',
        intervalMs: 60_000,
        ttlMs: 60_000,
        current: () => ({ taskIds: [], consuming: true }),
      });
    const beats = [beat('issuer', ['issuance', 'ocr']), beat('reader', ['ocr'])];
    await expect.poll(online).toBe(1);
    await Promise.all(beats.map((one) => one.close()));
    const cut = await world.another({ REDIS_URL: 'redis://127.0.0.1:9' });
    const search = encodeURIComponent(JSON.stringify({ nestId, docType: 'REGISTRY' }));
    const response = await fetch(`${cut.url}/trpc/issuance.outlook?input=${search}`, {
      headers: person.headers,
    });
    const answer = (await response.json()) as { result: { data: IssuanceOutlook } };
    expect([response.status, answer.result.data.workersOnline]).toEqual([200, null]);
  });

  it('of somebody else’s nest is not found', async () => {
    const nestId = await nestOf(await world.person());
    const answer = await ask(await world.person(), nestId);
    expect([answer.status, answer.error.data.reason]).toEqual([404, 'NOT_FOUND']);
  });
});
