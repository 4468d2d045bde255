import {
  type ChangeEvent,
  type NestView,
  type SnapshotEvent,
  type StreamEvent,
  UserId,
} from '@dungji/contracts';
import { createNest } from '@dungji/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';
import { type OpenEvents, openEvents } from '../testing/open-events.ts';

const isSnapshot = (event: StreamEvent): event is SnapshotEvent => event.type === 'snapshot';
const numbers = (stream: OpenEvents) =>
  stream.received.filter(({ event }) => !isSnapshot(event)).map(({ event }) => event.seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

let world: ApiWorld;
let opened: OpenEvents[] = [];
beforeAll(async () => {
  world = await openApiWorld({ STREAM_CATCHUP_MS: '200', SSE_PING_MS: '300', SSE_MAX_PER_USER: '20' });
});
afterEach(async () => {
  await Promise.all(opened.map((stream) => stream.close()));
  opened = [];
});
afterAll(() => world.close());

async function open(who: Caller, lastEventId?: string, url = world.api.url): Promise<OpenEvents> {
  const stream = await openEvents(url, who.headers, lastEventId === undefined ? {} : { lastEventId });
  opened.push(stream);
  return stream;
}
const addNest = async (who: Caller, name = NEST.name) =>
  (await who.mutate<NestView>('nests.create', { ...NEST, name })).data;
/** A change committed behind the api's back: its event is numbered, and announced by nobody. */
const addSilently = (who: Caller, name: string) =>
  createNest(world.db, { ...NEST, userId: UserId.parse(who.userId), buildingType: 'VILLA', name });

describe('a fresh stream', () => {
  it('begins with a snapshot of how things stand, and then tells each change once, in order', async () => {
    const who = await world.person();
    const nest = await addNest(who);
    const stream = await open(who);
    const snapshot = await stream.until(isSnapshot);
    expect(snapshot).toMatchObject({ stream: `user:${who.userId}`, nests: [{ id: nest.id }], tasks: [] });
    await who.mutate('issuance.request', { nestId: nest.id, docType: 'REGISTRY' });
    const event = (await stream.until(({ type }) => type === 'task.accepted')) as ChangeEvent;
    expect(event.task).toMatchObject({ kind: 'issuance', status: 'PENDING', nestId: nest.id });
    for (let n = 0; n < 10; n += 1) await addNest(who, `nest ${n}`);
    const last = snapshot.seq + 11;
    await stream.until(({ seq, type }) => type !== 'snapshot' && seq === last);
    expect(numbers(stream)).toEqual(range(snapshot.seq + 1, last));
  });

  it('carries headers that proxies respect, and sends its first event at once even where gzip is accepted', async () => {
    const who = await world.person();
    const stream = await openEvents(world.api.url, { ...who.headers, 'accept-encoding': 'gzip, br' });
    opened.push(stream);
    await stream.until(isSnapshot, 1_000);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': expect.stringContaining('no-transform'),
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    await expect.poll(() => stream.pings).toBeGreaterThan(1);
  });

  it('tells only its own person', async () => {
    const [who, other] = [await world.person(), await world.person()];
    const stream = await open(who);
    await stream.until(isSnapshot);
    await addNest(other, 'not yours');
    const own = await addNest(who, 'yours');
    await stream.until((event) => !isSnapshot(event) && event.nestId === own.id);
    expect(new Set(stream.received.map(({ event }) => event.stream))).toEqual(
      new Set([`user:${who.userId}`]),
    );
  });

  it('of an operator also holds the tasks that need a person', async () => {
    const operator = await world.person('operator');
    const stream = await open(operator);
    await stream.until(({ type, stream: name }) => type === 'snapshot' && name === 'operators');
    expect(stream.received.map(({ event }) => event.stream)).toEqual([
      `user:${operator.userId}`,
      'operators',
    ]);
  });
});

describe('a resumed stream', () => {
  it('continues exactly after its last id, without a snapshot', async () => {
    const who = await world.person();
    const first = await open(who);
    const { seq } = await first.until(isSnapshot);
    for (let n = 0; n < 5; n += 1) await addNest(who);
    await first.until((event) => !isSnapshot(event) && event.seq === seq + 5);
    const lastId = first.received.find(({ event }) => event.seq === seq + 2 && !isSnapshot(event))?.id;
    await first.close();
    await addNest(who);
    const second = await open(who, lastId);
    await second.until((event) => event.seq === seq + 6);
    await addNest(who);
    await second.until((event) => event.seq === seq + 7);
    expect(second.received.map(({ event }) => [event.type, event.seq])).toEqual(
      range(seq + 3, seq + 7).map((n) => ['nest.changed', n]),
    );
  });

  it('continues on another process just as well', async () => {
    const who = await world.person();
    const first = await open(who);
    await first.until(isSnapshot);
    const lastId = first.received[0]?.id;
    const other = await world.another();
    const second = await open(who, lastId, other.url);
    const nest = await addNest(who);
    await second.until((event) => event.type === 'nest.changed' && event.nestId === nest.id);
    expect(second.received).toHaveLength(1);
  });

  it('of an operator continues both of its streams', async () => {
    const operator = await world.person('operator');
    const first = await open(operator);
    await first.until(({ stream }) => stream === 'operators');
    const lastId = first.received.at(-1)?.id;
    const nest = await addNest(operator);
    const second = await open(operator, lastId);
    await second.until((event) => event.type === 'nest.changed' && event.nestId === nest.id);
    expect(second.received.map(({ event }) => event.type)).toEqual(['nest.changed']);
  });

  it.each([
    ['garbage', () => '💥'],
    ['empty of meaning', () => '0'],
    ['overlong', () => 'x'.repeat(20_000)],
    ['of the future', (id: string) => id.replace(/^\d+/, '999999')],
    ['with markup', () => '"><script>'],
  ])('starts over with a snapshot when its id is %s', async (_what, make) => {
    const who = await world.person();
    const first = await open(who);
    await first.until(isSnapshot);
    const id = make(first.received[0]?.id ?? '');
    const search = `?input=${encodeURIComponent(JSON.stringify({ lastEventId: id }))}`;
    const second = await openEvents(world.api.url, who.headers, { search });
    opened.push(second);
    expect(second.status).toBe(200);
    await second.until(isSnapshot);
  });

  it('starts over when its id is somebody else’s, or older than what is kept', async () => {
    const [who, other] = [await world.person(), await world.person()];
    const first = await open(who);
    await first.until(isSnapshot);
    await addNest(who);
    await first.until(({ type }) => type === 'nest.changed');
    const id = first.received[0]?.id;
    await (await open(other, id)).until(isSnapshot);
    await world.db.query('DELETE FROM event WHERE stream = $1', [`user:${who.userId}`]);
    await (await open(who, id)).until(isSnapshot);
  });

  it('delivers a long absence whole', async () => {
    const who = await world.person();
    const first = await open(who);
    const { seq } = await first.until(isSnapshot);
    const id = first.received[0]?.id;
    await first.close();
    await world.db.query(
      `WITH numbers AS (SELECT generate_series($2::bigint + 1, $2::bigint + 1000) AS seq),
       counter AS (INSERT INTO stream (name, last_seq) VALUES ($1, $2::bigint + 1000)
                   ON CONFLICT (name) DO UPDATE SET last_seq = $2::bigint + 1000)
       INSERT INTO event (stream, seq, type, at, payload)
       SELECT $1, seq, 'nest.changed', now(), jsonb_build_object('nestId', 'nst_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'nest', NULL) FROM numbers`,
      [`user:${who.userId}`, seq],
    );
    const second = await open(who, id);
    await second.until((event) => event.seq === seq + 1000);
    expect(numbers(second)).toEqual(range(seq + 1, seq + 1000));
  });
});

describe('delivery', () => {
  it('needs no announcements: what nobody published is caught up with, once and in order', async () => {
    const who = await world.person();
    const stream = await open(who);
    const { seq } = await stream.until(isSnapshot);
    // Announced and unannounced changes mixed: each announced one reveals the gap before it.
    for (let n = 0; n < 6; n += 1) {
      if (n % 2 === 0) await addSilently(who, `silent ${n}`);
      else await addNest(who, `announced ${n}`);
    }
    await addSilently(who, 'the last one, which nothing reveals');
    await stream.until((event) => !isSnapshot(event) && event.seq === seq + 7);
    expect(numbers(stream)).toEqual(range(seq + 1, seq + 7));
  });

  it('comes from commits of other processes by way of Redis', async () => {
    const slow = await world.another({ STREAM_CATCHUP_MS: '60000' });
    const who = await world.person();
    const stream = await open(who, undefined, slow.url);
    await stream.until(isSnapshot);
    const nest = await addNest(who);
    await stream.until((event) => event.type === 'nest.changed' && event.nestId === nest.id, 2_000);
  });

  it('loses and doubles nothing over many cuts at any moment', async () => {
    const who = await world.person();
    const first = await open(who);
    const { seq } = await first.until(isSnapshot);
    let lastId = first.received[0]?.id;
    await first.close();
    const last = seq + 60;
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await (n % 3 === 0 ? addSilently(who, `${n}`) : addNest(who, `${n}`));
      isWriting = false;
    })();
    const seen: number[] = [];
    let cuts = 0;
    while (isWriting || seen.at(-1) !== last) {
      const stream = await open(who, lastId);
      const wanted = (seen.at(-1) ?? seq) + 1 + (cuts % 4);
      await stream.until((event) => event.seq >= Math.min(wanted, last));
      await stream.close();
      cuts += 1;
      for (const { event, id } of stream.received) {
        seen.push(event.seq);
        lastId = id;
      }
    }
    await writing;
    expect(cuts).toBeGreaterThan(10);
    expect(seen).toEqual(range(seq + 1, last));
  });
});
