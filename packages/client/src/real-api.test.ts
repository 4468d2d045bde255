import { randomInt } from 'node:crypto';
import { UserId } from '@dungji/contracts';
import { type Db, type Fence, openDb, reportProgress, settleTask } from '@dungji/db';
import { taskIn } from '@dungji/db/testing';
import { type EventPublisher, openEventPublisher } from '@dungji/redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appRouter } from '../../../apps/api/src/router.ts';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../../../apps/api/src/testing/api-world.ts';
import { createDungjiClient } from './create-client.ts';
import type { DungjiClient } from './dungji-client.ts';
import { currentEnvironment } from './environment.ts';
import { openUnsteadyLine, type UnsteadyLine } from './testing/unsteady-line.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
/** Comes back as soon as its manners allow. */
const eager = { ...currentEnvironment(), random: () => 0 };

let world: ApiWorld;
/** As a worker has it: its commits are published. */
let db: Db;
let publisher: EventPublisher;
let who: Caller;
let apiKey: string;
let stop: AbortController;
beforeAll(async () => {
  world = await openApiWorld();
  publisher = openEventPublisher({ url: world.env.REDIS_URL, prefix: world.env.REDIS_PREFIX });
  db = await openDb({ url: world.databaseUrl, onEvents: (events) => publisher.publish(events) });
});
beforeEach(async () => {
  who = await world.person();
  apiKey = (await who.mutate<{ key: string }>('apiKeys.create', { name: 'program' })).data.key;
  stop = new AbortController();
});
afterEach(() => stop.abort());
afterAll(async () => {
  await db.close();
  publisher.close();
  await world.close();
});

/** A task of that person which a worker has begun. */
const running = async (): Promise<Fence> =>
  (await taskIn(db, 'PROCESSING', { user_id: UserId.parse(who.userId) })).fence;
const advance = (fence: Fence, done: number) =>
  reportProgress(db, fence, { done, total: 1_000_000, label: `step ${done}` });
const fail = (fence: Fence) => settleTask(db, fence, { status: 'FAILED', code: 'PORTAL_DOWN' });

/** Follows the stream and keeps what it tells. */
function follow(client: DungjiClient) {
  const seen = { snapshots: 0, seqs: [] as number[] };
  void (async () => {
    for await (const event of client.watch({ signal: stop.signal })) {
      if (event.type === 'snapshot') seen.snapshots += 1;
      else if ('seq' in event) seen.seqs.push(event.seq);
    }
  })();
  return seen;
}
const until = (check: () => boolean, timeoutMs = 20_000): Promise<void> =>
  vi.waitFor(() => expect(check()).toBe(true), { timeout: timeoutMs, interval: 20 });

describe('the client against the real api', () => {
  it('offers every procedure there is', () => {
    const client: object = createDungjiClient({ url: world.api.url });
    const missing = Object.keys(appRouter._def.procedures).filter((path) => {
      const call = path.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at), name), client);
      return typeof call !== 'function';
    });
    // `watch` is the subscription.
    expect(missing).toEqual(['events.subscribe']);
  });

  it('asks, waits and is answered with the settled task', async () => {
    const client = createDungjiClient({ url: world.api.url, apiKey });
    const nest = await client.nests.create({ ...NEST, buildingType: 'APARTMENT' });
    const { taskId, reused } = await client.issuance.request({ nestId: nest.id, docType: 'REGISTRY' });
    expect(reused).toBe(false);
    const waiting = client.waitFor(taskId, { timeoutMs: 10_000 });
    await client.tasks.cancel({ taskId });
    expect(await waiting).toMatchObject({ kind: 'issuance', status: 'FAILED', errorCode: 'CANCELLED' });
    expect((await client.tasks.list()).items).toMatchObject([{ id: taskId }]);
  });

  it('uploads a file, has it read again, and is told when it is not what it says', async () => {
    const client = createDungjiClient({ url: world.api.url, apiKey });
    const nest = await client.nests.create({ ...NEST, buildingType: 'APARTMENT' });
    const file = new Blob(['%PDF-1.7 a scan'], { type: 'application/pdf' });
    const upload = { fileName: '등기.pdf', docType: 'REGISTRY', nestId: nest.id } as const;
    const { documentId, taskId, reused } = await client.documents.upload({ file, ...upload });
    expect(reused).toBe(false);
    expect(await client.documents.list({ nestId: nest.id })).toMatchObject([
      { id: documentId, fileName: '등기.pdf' },
    ]);
    expect(await client.ocr.request({ documentId: documentId })).toMatchObject({
      taskId,
      reused: true,
    });
    const page = new Blob(['<html>'], { type: 'application/pdf' });
    await expect(client.documents.upload({ file: page, ...upload })).rejects.toMatchObject({
      reason: 'UPLOAD_MISMATCH',
    });
    const script = new Blob(['alert(1)'], { type: 'text/javascript' });
    await expect(client.documents.upload({ file: script, ...upload })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
    });
  });

  it('proposes a card and waits until it is decided, and until nothing more can come of it', async () => {
    const client = createDungjiClient({ url: world.api.url, apiKey });
    const operator = createDungjiClient({
      url: world.api.url,
      headers: (await world.person('operator')).headers,
    });
    const steps = [{ name: 'Merge', action: 'sandbox.apply' as const, input: {} }];
    const card = await client.approvals.open({ title: 'Evening merge', steps, idempotencyKey: 'evening' });
    const seen: string[] = [];
    const over = client.approvals.waitFor(card.id, {
      onChange: ({ status, restorable }) => seen.push(`${status}${restorable ? ', restorable' : ''}`),
    });
    const decided = client.approvals.waitFor(card.id, { until: 'decided' });
    const { taskId } = await operator.approvals.approve({ approvalId: card.id });
    expect(await decided).toMatchObject({ status: 'ACCEPTED' });
    const waiting = client.waitFor(taskId);
    await client.tasks.cancel({ taskId });
    expect(await waiting).toMatchObject({ kind: 'approval', errorCode: 'CANCELLED' });
    await until(() => seen.includes('FAILED, restorable'));
    await operator.approvals.reject({ approvalId: card.id, reason: 'not today' });
    expect(await over).toMatchObject({ status: 'REJECTED', decisionNote: 'not today' });
    // What is over already is told at once.
    expect(await client.approvals.waitFor(card.id)).toMatchObject({ status: 'REJECTED' });
    const missing = client.approvals.waitFor('apv_01JZZZZZZZZZZZZZZZZZZZZZZZ');
    await expect(missing).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    expect((await client.approvals.list({ status: 'REJECTED' })).items).toHaveLength(1);
  });

  it('gives up waiting for a card after its time, with what it last saw', async () => {
    const client = createDungjiClient({ url: world.api.url, apiKey });
    const steps = [{ name: 'Merge', action: 'sandbox.apply' as const }];
    const card = await client.approvals.open({ title: 'Nobody decides', steps });
    const waiting = client.approvals.waitFor(card.id, { timeoutMs: 700 });
    await expect(waiting).rejects.toMatchObject({
      name: 'ApprovalWaitTimeoutError',
      lastSeen: { status: 'OPEN' },
    });
  });

  it('makes, lists and revokes keys for a person, and for nobody else', async () => {
    const person = createDungjiClient({ url: world.api.url, headers: who.headers });
    const made = await person.apiKeys.create({ name: 'second' });
    const program = createDungjiClient({ url: world.api.url, apiKey: made.key });
    expect((await program.me.get()).id).toBe(who.userId);
    await expect(program.apiKeys.list()).rejects.toMatchObject({ reason: 'FORBIDDEN' });
    await expect(program.ops.sweep()).rejects.toMatchObject({ reason: 'FORBIDDEN' });
    await person.apiKeys.revoke({ id: made.id });
    await expect(program.me.get()).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
    expect((await person.apiKeys.list()).items).toHaveLength(1);
  });

  it('goes on after a restart of the server exactly where it was', async () => {
    const first = await world.another();
    const port = new URL(first.url).port;
    const client = createDungjiClient({ url: first.url, apiKey, environment: eager });
    const fence = await running();
    const waiting = client.waitFor(fence.taskId);
    const seen = follow(client);
    await until(() => seen.snapshots === 1);
    for (let n = 1; n <= 5; n += 1) await advance(fence, n);
    await until(() => seen.seqs.length === 5);
    await first.stop();
    for (let n = 6; n <= 9; n += 1) await advance(fence, n);
    await fail(fence);
    await world.another({ API_PORT: port });
    expect(await waiting).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN' });
    await until(() => seen.seqs.length === 10);
    expect(seen).toEqual({ snapshots: 1, seqs: range(1, 10) });
  });
});

describe('over a line that breaks', () => {
  let line: UnsteadyLine;
  beforeEach(async () => {
    line = await openUnsteadyLine([world.api.url, (await world.another()).url]);
  });
  afterEach(() => line.close());

  it('tells 1,000 events each once and in order, over 300 cuts at any byte', {
    timeout: 240_000,
  }, async () => {
    const client = createDungjiClient({ url: line.url, apiKey, environment: eager });
    const fence = await running();
    const seen = follow(client);
    await until(() => seen.snapshots === 1);
    // The headers are about 1 KB, an event is a little less: the 300 cuts fall into about the first 600 events.
    line.bytesUntilCut = () => (line.cuts < 300 ? randomInt(1, 5_000) : Number.POSITIVE_INFINITY);
    line.cut();
    line.mend();
    for (let n = 1; n <= 1_000; n += 1) {
      // As fast as they can be written, but never far ahead of the reader: otherwise it would only read the past.
      if (n - seen.seqs.length > 40) await until(() => n - seen.seqs.length <= 20, 60_000);
      await advance(fence, n);
    }
    await until(() => seen.seqs.length >= 1_000, 60_000);
    expect(line.cuts).toBe(300);
    expect(seen).toEqual({ snapshots: 1, seqs: range(1, 1_000) });
  });

  it('knows of a task that was settled meanwhile within five seconds of the line being back', async () => {
    const client = createDungjiClient({ url: line.url, apiKey });
    const fence = await running();
    let isSeen = false;
    const waiting = client.waitFor(fence.taskId, {
      onChange() {
        isSeen = true;
      },
    });
    await until(() => isSeen);
    line.cut();
    await fail(fence);
    // Long enough away for the client to have given the stream up and to poll in vain.
    const state = new Promise<void>((resolve) => {
      const away = createDungjiClient({ url: line.url, apiKey });
      void (async () => {
        const onState = ({ status }: { status: string }) => status === 'offline' && resolve();
        for await (const _ of away.watch({ signal: stop.signal, onState }));
      })();
    });
    await state;
    line.mend();
    const backAtMs = performance.now();
    expect(await waiting).toMatchObject({ status: 'FAILED', errorCode: 'PORTAL_DOWN' });
    expect(performance.now() - backAtMs).toBeLessThan(5_000);
  });
});
