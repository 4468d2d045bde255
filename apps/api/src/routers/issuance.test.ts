import type { Accepted, NestView, TaskView } from '@dungji/contracts';
import { startOwnRedis } from '@dungji/redis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

const nestOf = async (who: Caller): Promise<string> =>
  (await who.mutate<NestView>('nests.create', NEST)).data.id;
const request = (who: Caller, nestId: string, more: object = {}) =>
  who.mutate<Accepted>('issuance.request', { nestId, docType: 'REGISTRY', ...more });

describe('issuance.request', () => {
  let world: ApiWorld;
  let tenant: Caller;
  beforeAll(async () => {
    world = await openApiWorld();
    tenant = await world.person();
  });
  afterAll(() => world.close());

  it('answers 202 with a task that waits from now until its limit', async () => {
    const answer = await request(tenant, await nestOf(tenant));
    expect(answer.status).toBe(202);
    expect(answer.data).toMatchObject({ status: 'PENDING', reused: false });
    const { pendingSince, timeoutAt } = answer.data;
    expect(Date.parse(timeoutAt ?? '') - Date.parse(pendingSince ?? '')).toBe(
      world.env.ISSUANCE_PENDING_TIMEOUT_MS,
    );
  });

  it('asked twice, runs one task and says so', async () => {
    const nestId = await nestOf(tenant);
    const [first, second] = [await request(tenant, nestId), await request(tenant, nestId)];
    expect(second.status).toBe(202);
    expect(second.data).toMatchObject({
      taskId: first.data.taskId,
      reused: true,
      pendingSince: first.data.pendingSince,
    });
  });

  it('asked twenty times at once, runs one task', async () => {
    const nestId = await nestOf(tenant);
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(tenant, nestId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ data }) => data.taskId)).size).toBe(1);
    expect(answers.filter(({ data }) => !data.reused)).toHaveLength(1);
  });

  it('answers NOT_FOUND for a foreign nest and for a missing one alike', async () => {
    const foreign = await nestOf(await world.person());
    const missing = `${foreign.slice(0, -6)}ZZZZZZ`;
    for (const nestId of [foreign, missing]) {
      const answer = await request(tenant, nestId);
      expect([answer.status, answer.error.data.reason]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('issues the ledger beside the register, each once at a time', async () => {
    const nestId = await nestOf(tenant);
    const register = await request(tenant, nestId);
    const ledger = await request(tenant, nestId, { docType: 'LEDGER' });
    expect(ledger).toMatchObject({ status: 202, data: { reused: false, status: 'PENDING' } });
    expect(ledger.data.taskId).not.toBe(register.data.taskId);
    const again = await request(tenant, nestId, { docType: 'LEDGER' });
    expect(again.data).toMatchObject({ taskId: ledger.data.taskId, reused: true });
    const nest = await tenant.query<NestView>('nests.get', { nestId });
    expect(nest.data.documents.LEDGER).toMatchObject({
      task: { id: ledger.data.taskId, docType: 'LEDGER' },
      canIssue: false,
    });
  });

  it('answers one key with its task in any state, and refuses it for other input', async () => {
    const [nestId, other] = [await nestOf(tenant), await nestOf(tenant)];
    const key = { idempotencyKey: 'click-1' };
    const first = await request(tenant, nestId, key);
    await tenant.mutate('tasks.cancel', { taskId: first.data.taskId });
    const again = await request(tenant, nestId, key);
    expect(again.data).toMatchObject({
      taskId: first.data.taskId,
      reused: true,
      status: 'FAILED',
      pendingSince: null,
    });
    const conflict = await request(tenant, other, key);
    expect([conflict.status, conflict.error.data.reason]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('answers a key with its task also when the nest is removed meanwhile', async () => {
    const nestId = await nestOf(tenant);
    const key = { idempotencyKey: 'click-before-removal' };
    const { taskId } = (await request(tenant, nestId, key)).data;
    await tenant.mutate('tasks.cancel', { taskId });
    expect((await tenant.mutate('nests.remove', { nestId })).status).toBe(200);
    expect(await request(tenant, nestId, key)).toMatchObject({
      status: 202,
      data: { taskId, reused: true, status: 'FAILED' },
    });
    expect((await request(tenant, nestId)).status).toBe(404);
  });

  it('takes the address along as it is now, whatever is edited later', async () => {
    const nestId = await nestOf(tenant);
    const { taskId } = (await request(tenant, nestId)).data;
    await tenant.mutate('nests.update', { nestId, roadAddress: '서울특별시 성동구 왕십리로 1' });
    const { rows } = await world.db.query('SELECT input FROM task WHERE id = $1', [taskId]);
    const { roadAddress, detailAddress } = NEST;
    expect(rows).toEqual([{ input: { nestId, docType: 'REGISTRY', roadAddress, detailAddress } }]);
  });

  it('replaces a task that has waited beyond its limit', async () => {
    const nestId = await nestOf(tenant);
    const stale = (await request(tenant, nestId)).data.taskId;
    await world.db.query(
      `UPDATE task SET pending_at = pending_at - interval '6 minutes', deadline_at = deadline_at - interval '6 minutes' WHERE id = $1`,
      [stale],
    );
    const fresh = await request(tenant, nestId);
    expect(fresh.data).toMatchObject({ reused: false, status: 'PENDING' });
    expect(fresh.data.taskId).not.toBe(stale);
    const { data } = await tenant.query<{ task: TaskView }>('tasks.get', { taskId: stale });
    expect(data.task).toMatchObject({ status: 'FAILED', errorCode: 'STALE_PENDING' });
  });

  it('travels alone: a batch that holds it is refused and starts nothing', async () => {
    const nestId = await nestOf(tenant);
    const response = await fetch(`${world.api.url}/trpc/issuance.request,nests.remove?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tenant.headers },
      body: JSON.stringify({ 0: { nestId, docType: 'REGISTRY' }, 1: { nestId } }),
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('"reason":"INVALID_INPUT"');
    const { data } = await tenant.query<NestView>('nests.get', { nestId });
    expect(data.documents.REGISTRY.task).toBeNull();
  });

  it('answers 202 alone in a batch', async () => {
    const nestId = await nestOf(tenant);
    const response = await fetch(`${world.api.url}/trpc/issuance.request?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tenant.headers },
      body: JSON.stringify({ 0: { nestId, docType: 'REGISTRY' } }),
    });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject([{ result: { data: { status: 'PENDING' } } }]);
  });
});

describe('issuance.request without its queue', () => {
  it.each([
    ['down', 'kill'],
    ['frozen', 'freeze'],
  ] as const)(
    'hears DISPATCH_FAILED within two seconds while Redis is %s, and asking again later starts anew',
    async (_name, stop) => {
      const redis = await startOwnRedis();
      const world = await openApiWorld({ REDIS_URL: redis.url });
      try {
        const tenant = await world.person();
        const nestId = await nestOf(tenant);
        await redis[stop]();
        const startedAtMs = Date.now();
        const answer = await request(tenant, nestId, { idempotencyKey: 'once' });
        expect(Date.now() - startedAtMs).toBeLessThan(2_000);
        expect(answer.status).toBe(503);
        expect(answer.error.data).toMatchObject({
          code: 'SERVICE_UNAVAILABLE',
          reason: 'DISPATCH_FAILED',
          retryable: true,
          restorable: true,
        });
        const failed = answer.error.data.taskId;
        const { data } = await tenant.query<{ task: TaskView }>('tasks.get', { taskId: failed });
        expect(data.task).toMatchObject({ status: 'FAILED', errorCode: 'DISPATCH_FAILED' });

        if (stop === 'freeze') redis.thaw();
        else await redis.restart();
        await expect
          .poll(async () => (await request(tenant, nestId, { idempotencyKey: 'once' })).status, {
            timeout: 10_000,
          })
          .toBe(202);
        const { rows } = await world.db.query<{ id: string; status: string }>(
          `SELECT id, status FROM task WHERE nest_id = $1 AND error_code IS NULL`,
          [nestId],
        );
        expect(rows).toEqual([{ id: expect.not.stringMatching(String(failed)), status: 'PENDING' }]);
      } finally {
        await world.close();
        await redis.close();
      }
    },
  );

  it('still creates a nest with autoIssue while Redis is down, and shows why it did not start', async () => {
    const redis = await startOwnRedis();
    const world = await openApiWorld({ REDIS_URL: redis.url });
    try {
      const tenant = await world.person();
      await redis.kill();
      const { data, status } = await tenant.mutate<NestView>('nests.create', { ...NEST, autoIssue: true });
      expect(status).toBe(200);
      expect(data.documents.REGISTRY.task).toMatchObject({ status: 'FAILED', errorCode: 'DISPATCH_FAILED' });
    } finally {
      await world.close();
      await redis.close();
    }
  });
});
