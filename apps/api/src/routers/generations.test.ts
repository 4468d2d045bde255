import type { CreditEntryView, GenerationAccepted, GenerationView } from '@dungji/contracts';
import { claimTask, handOver } from '@dungji/db';
import { documentIn } from '@dungji/db/testing';
import { openQueues } from '@dungji/redis';
import { startOwnRedis } from '@dungji/redis/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiWorld, type Caller, openApiWorld } from '../testing/api-world.ts';

const PICTURE = 'http://127.0.0.1:4100/__sandbox/image.png';
const request = (who: Caller, more: object = {}) =>
  who.mutate<GenerationAccepted>('generations.request', {
    imageUrl: PICTURE,
    prompt: '해 질 녘의 집',
    seconds: 5,
    ...more,
  });
const balanceOf = async (who: Caller) =>
  (await who.query<{ balance: number }>('credits.balance')).data.balance;
const ledgerOf = async (who: Caller) =>
  (await who.query<{ items: CreditEntryView[] }>('credits.ledger')).data.items;

let grants = 0;
async function personWith(world: ApiWorld, admin: Caller, amount: number): Promise<Caller> {
  const who = await world.person();
  grants += 1;
  const { status } = await admin.mutate('credits.grant', {
    userId: who.userId,
    amount,
    note: '환영',
    idempotencyKey: `g${grants}`,
  });
  expect(status).toBe(200);
  return who;
}

describe('generations.request', () => {
  let world: ApiWorld;
  let admin: Caller;
  beforeAll(async () => {
    world = await openApiWorld({ GENERATION_API_URL: 'http://127.0.0.1:4100/generation' });
    admin = await world.person('admin');
  });
  afterAll(() => world.close());

  it.each([
    [5, 10],
    [10, 18],
    [30, 50],
  ])('of %d seconds answers 202, costs %d credits and says what is left', async (seconds, price) => {
    const who = await personWith(world, admin, 60);
    const answer = await request(who, { seconds });
    expect(answer.status).toBe(202);
    expect(answer.data).toMatchObject({
      status: 'PENDING',
      reused: false,
      creditsCharged: price,
      balance: 60 - price,
    });
    expect(await balanceOf(who)).toBe(60 - price);
    const { data } = await who.query<{ items: GenerationView[] }>('generations.list');
    expect(data.items).toMatchObject([
      {
        id: answer.data.taskId,
        kind: 'generation',
        status: 'PENDING',
        prompt: '해 질 녘의 집',
        seconds,
        imageUrl: PICTURE,
        imageDocumentId: null,
        creditsCharged: price,
        creditsRefunded: 0,
      },
    ]);
  });

  it('without enough credits is refused with 402 and leaves no trace', async () => {
    const who = await personWith(world, admin, 9);
    const answer = await request(who, { idempotencyKey: 'k' });
    expect([answer.status, answer.error.data.reason]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect((await ledgerOf(who)).map((entry) => entry.reason)).toEqual(['GRANT']);
    expect((await who.query<{ items: unknown[] }>('generations.list')).data.items).toEqual([]);
  });

  it('with credits for one, asked ten times at once, accepts one', async () => {
    const who = await personWith(world, admin, 10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(who)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, ...Array(9).fill(402)]);
    expect(await balanceOf(who)).toBe(0);
  });

  it('answers one key with its task and what it was charged, and refuses it for other input', async () => {
    const who = await personWith(world, admin, 30);
    const first = await request(who, { idempotencyKey: 'click' });
    const again = await request(who, { idempotencyKey: 'click' });
    expect(again.status).toBe(202);
    expect(again.data).toMatchObject({
      taskId: first.data.taskId,
      reused: true,
      creditsCharged: 10,
      balance: 20,
    });
    const other = await request(who, { idempotencyKey: 'click', prompt: '다른 집' });
    expect([other.status, other.error.data.reason]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect(await balanceOf(who)).toBe(20);
  });

  it('cancelled gives the credits back at once, and says so in the list and the ledger', async () => {
    const who = await personWith(world, admin, 10);
    const { data } = await request(who);
    await who.mutate('tasks.cancel', { taskId: data.taskId });
    expect(await balanceOf(who)).toBe(10);
    expect(await ledgerOf(who)).toMatchObject([
      { reason: 'REFUND', amount: 10, balanceAfter: 10, taskId: data.taskId },
      { reason: 'CHARGE', amount: -10, balanceAfter: 0, taskId: data.taskId },
      { reason: 'GRANT', amount: 10, balanceAfter: 10, taskId: null, note: '환영' },
    ]);
    const { items } = (await who.query<{ items: GenerationView[] }>('generations.list')).data;
    expect(items).toMatchObject([{ status: 'FAILED', errorCode: 'CANCELLED', creditsRefunded: 10 }]);
  });

  it('takes a picture of one’s own, and no other document', async () => {
    const who = await personWith(world, admin, 50);
    const other = await world.person();
    const mine = await documentIn(world.db, { userId: who.userId as never });
    const foreign = await documentIn(world.db, { userId: other.userId as never });
    const of = (imageDocumentId: string) => request(who, { imageUrl: undefined, imageDocumentId });
    expect((await of(mine)).status).toBe(404);
    await world.db.query(`UPDATE document SET doc_type = 'PICTURE' WHERE id = ANY($1)`, [[mine, foreign]]);
    expect((await of(mine)).status).toBe(202);
    expect((await of(foreign)).status).toBe(404);
    expect(await balanceOf(who)).toBe(40);
  });

  it.each([
    ['of this machine', { imageUrl: 'http://127.0.0.1:5432/a.png' }],
    ['of this machine, by name', { imageUrl: 'http://localhost/a.png' }],
    ['of the cloud’s own', { imageUrl: 'http://169.254.169.254/latest' }],
    ['of the network', { imageUrl: 'http://10.0.0.1/a.png' }],
    ['in IPv6 disguise', { imageUrl: 'http://[::ffff:127.0.0.1]/a.png' }],
    ['of another kind', { imageUrl: 'file:///etc/passwd' }],
    ['with a password', { imageUrl: 'http://a:b@127.0.0.1:4100/__sandbox/image.png' }],
  ])('refuses a picture %s', async (_what, more) => {
    const who = await personWith(world, admin, 10);
    const answer = await request(who, more);
    expect([answer.status, answer.error.data.reason]).toEqual([400, 'INVALID_INPUT']);
    expect(Object.keys(answer.error.data.fieldErrors ?? {})).toEqual(['imageUrl']);
    expect(await balanceOf(who)).toBe(10);
  });

  it.each([
    { imageUrl: undefined },
    { imageDocumentId: 'doc_01J00000000000000000000000' },
    { seconds: 6 },
    { seconds: '5' },
    { prompt: '  ' },
    { prompt: 'x'.repeat(2_001) },
    { price: 1 },
  ])('refuses %j', async (more) => {
    const answer = await request(admin, more);
    expect([answer.status, answer.error.data.reason]).toEqual([400, 'INVALID_INPUT']);
  });

  it('takes the sandbox’s picture by its other name too, and in production no private one', async () => {
    const who = await personWith(world, admin, 30);
    expect((await request(who, { imageUrl: 'http://localhost:4100/__sandbox/image.png' })).status).toBe(202);
    expect((await request(who, { imageUrl: 'https://93.184.215.14/picture.png' })).status).toBe(202);
  });
});

describe('one’s own page', () => {
  let world: ApiWorld;
  let who: Caller;
  beforeAll(async () => {
    world = await openApiWorld({ GENERATION_API_URL: 'http://127.0.0.1:4100/generation' });
    who = await personWith(world, await world.person('admin'), 50);
  });
  afterAll(() => world.close());

  it('ends at once what is past its limit, refund included', async () => {
    const { data } = await request(who);
    await world.db.query(`UPDATE task SET deadline_at = now() - interval '1 second' WHERE id = $1`, [
      data.taskId,
    ]);
    const { items } = (await who.query<{ items: GenerationView[] }>('generations.list')).data;
    expect(items[0]).toMatchObject({ status: 'FAILED', errorCode: 'STALE_PENDING', creditsRefunded: 10 });
    expect(await balanceOf(who)).toBe(50);
  });

  it('has what is due asked about by one job, however often it is opened, and waits for nobody', async () => {
    const { data } = await request(who);
    const taskId = data.taskId;
    const fence = { taskId, attempt: 1, bootId: 'boot' };
    await claimTask(world.db, { ...fence, workerId: 'w', limits: world.env });
    await handOver(world.db, fence, { providerTaskId: 'job-1', askAfterMs: 0 });
    const queues = openQueues({
      url: world.env.REDIS_URL,
      prefix: world.env.REDIS_PREFIX,
      dispatchTimeoutMs: 1_500,
    });
    await queues.ready(5_000);
    await Promise.all(
      ['tasks.list', 'generations.list', 'credits.balance', 'credits.ledger'].map((page) => who.query(page)),
    );
    const jobs = () => queues.bull('maintenance').getJobs(['waiting']);
    await vi.waitFor(async () => expect((await jobs()).length).toBe(1), { timeout: 5_000 });
    await who.query('tasks.get', { taskId });
    expect((await jobs()).map((job) => [job.name, job.data])).toEqual([['looks', { userId: who.userId }]]);
    expect((await who.query<{ task: object }>('tasks.get', { taskId })).data.task).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
    });
    await queues.close();
  });
});

describe('credits', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld();
  });
  afterAll(() => world.close());

  it('are granted by admins alone, once per key', async () => {
    const [admin, operator, who] = await Promise.all([
      world.person('admin'),
      world.person('operator'),
      world.person(),
    ]);
    const grant = { userId: who.userId, amount: 5, note: 'n', idempotencyKey: 'once' };
    for (const caller of [operator, who]) {
      const { status } = await caller.mutate('credits.grant', grant);
      expect(status).toBe(403);
    }
    expect((await admin.mutate('credits.grant', grant)).data).toEqual({ balance: 5, reused: false });
    expect((await admin.mutate('credits.grant', grant)).data).toEqual({ balance: 5, reused: true });
    expect((await admin.mutate('credits.grant', { ...grant, amount: 6 })).status).toBe(409);
    expect((await admin.mutate('credits.grant', { ...grant, amount: 0 })).status).toBe(400);
    const nobody = `${who.userId.slice(0, -4)}ZZZZ`;
    const missing = await admin.mutate('credits.grant', { ...grant, userId: nobody, idempotencyKey: 'x' });
    expect(missing.status).toBe(404);
    const { data } = await operator.query<{ items: { action: string; detail: object }[] }>('ops.audit', {});
    expect(data.items).toMatchObject([
      { action: 'credits.granted', detail: { userId: who.userId, amount: 5 } },
    ]);
  });

  it('are granted to an e-mail address too, however it is written, and never to two people at once', async () => {
    const [admin, who] = await Promise.all([world.person('admin'), world.person()]);
    const grant = { amount: 7, note: 'n', idempotencyKey: 'by address' };
    const byAddress = { ...grant, email: who.email.toUpperCase() };
    expect((await admin.mutate('credits.grant', byAddress)).data).toEqual({ balance: 7, reused: false });
    // One person, one grant, whichever way they are named.
    expect((await admin.mutate('credits.grant', { ...grant, userId: who.userId })).data).toEqual({
      balance: 7,
      reused: true,
    });
    expect(await balanceOf(who)).toBe(7);
    const statuses = await Promise.all(
      [
        { email: 'nobody@dungji.example' },
        { email: 'no address' },
        {},
        { email: who.email, userId: who.userId },
      ].map(
        async (whom) =>
          (await admin.mutate('credits.grant', { ...grant, ...whom, idempotencyKey: 'y' })).status,
      ),
    );
    expect(statuses).toEqual([404, 400, 400, 400]);
  });

  it('of others cannot be seen', async () => {
    const who = await world.person();
    expect(await balanceOf(who)).toBe(0);
    expect(await ledgerOf(who)).toEqual([]);
    expect((await world.nobody.query('credits.balance')).status).toBe(401);
  });
});

describe('without Redis', () => {
  it('a request is refused within two seconds, refunded, and its key is free again', async () => {
    const redis = await startOwnRedis();
    const world = await openApiWorld({ REDIS_URL: redis.url });
    try {
      const admin = await world.person('admin');
      const who = await personWith(world, admin, 10);
      await redis.kill();
      const startedAt = performance.now();
      const answer = await request(who, { imageUrl: 'https://93.184.215.14/a.png', idempotencyKey: 'k' });
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect([answer.status, answer.error.data.reason]).toEqual([503, 'DISPATCH_FAILED']);
      expect(await balanceOf(who)).toBe(10);
      expect((await ledgerOf(who)).map((entry) => entry.reason)).toEqual(['REFUND', 'CHARGE', 'GRANT']);
    } finally {
      await world.close();
      await redis.close();
    }
  });
});
