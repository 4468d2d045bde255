import type { OperatorActionView, SweepRunView } from '@dungji/contracts';
import { recordSweep } from '@dungji/db';
import { taskIn } from '@dungji/db/testing';
import { consumeSweeps, startHeartbeat } from '@dungji/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let operator: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  operator = await world.person('operator');
});
afterAll(() => world.close());

const NOTHING = { examined: 0, redispatched: 0, settled: 0, refunded: 0, objectsDeleted: 0, errors: 0 };
const audit = async (filter: object) =>
  (await operator.query<{ items: OperatorActionView[] }>('ops.audit', filter)).data.items;

describe('ops.sweep', () => {
  const sweep = async () => (await operator.mutate<{ complete: boolean }>('ops.sweep')).data;

  it('without a maintenance worker sweeps the limits, says so, and is on record', async () => {
    await taskIn(world.db, 'PENDING', { deadline_at: new Date(Date.now() - 1_000) });
    expect(await sweep()).toMatchObject({ settled: 1, errors: 0, complete: false });
    const { data } = await operator.query<{ items: SweepRunView[] }>('ops.sweeps', { limit: 1 });
    expect(data.items).toMatchObject([{ by: 'operator', result: { settled: 1 } }]);
    expect(await audit({ limit: 1 })).toMatchObject([{ action: 'sweep.requested' }]);
  });

  it('adds what the maintenance worker did in the run it was asked for', async () => {
    const redis = { url: world.env.REDIS_URL, prefix: world.env.REDIS_PREFIX };
    const heart = startHeartbeat({
      ...redis,
      workerId: 'worker-m',
      bootId: 'boot-m',
      queues: ['maintenance'],
      version: '0',
      intervalMs: 1_000,
      ttlMs: 5_000,
      current: () => ({ taskIds: [], consuming: true }),
    });
    const consumer = consumeSweeps({
      ...redis,
      onError: () => {},
      run: ({ runId }) =>
        recordSweep(world.db, {
          by: 'operator',
          id: runId,
          result: { ...NOTHING, redispatched: 2, objectsDeleted: 3 },
        }),
    });
    await consumer.ready();
    await heart.beat();
    await taskIn(world.db, 'PENDING', { deadline_at: new Date(Date.now() - 1_000) });
    expect(await sweep()).toEqual({
      ...NOTHING,
      examined: 1,
      settled: 1,
      redispatched: 2,
      objectsDeleted: 3,
      complete: true,
    });
    await consumer.close();
    await heart.close();
  });
});
