import { type SnapshotEvent, type StreamEvent, UserId } from '@dungji/contracts';
import { createNest } from '@dungji/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, callerOf, NEST, openApiWorld } from '../testing/api-world.ts';
import { type OpenEvents, openEvents } from '../testing/open-events.ts';

const isSnapshot = (event: StreamEvent): event is SnapshotEvent => event.type === 'snapshot';

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

async function open(who: Caller): Promise<OpenEvents> {
  const stream = await openEvents(world.api.url, who.headers);
  opened.push(stream);
  return stream;
}
/** A change committed behind the api's back: its event is numbered, and announced by nobody. */
const addSilently = (who: Caller, name: string) =>
  createNest(world.db, { ...NEST, userId: UserId.parse(who.userId), buildingType: 'VILLA', name });
const openStreams = async () => {
  const text = await (await fetch(`${world.api.url}/metrics`)).text();
  return Number(/^dungji_open_streams (\d+)$/m.exec(text)?.[1]);
};

describe('the end of a stream', () => {
  it('is a refusal with its status when nobody is signed in', async () => {
    const stream = await openEvents(world.api.url, {});
    opened.push(stream);
    expect(stream.status).toBe(401);
    expect(stream.headers['content-type']).toMatch(/json/);
  });

  it('comes within seconds of signing out', async () => {
    const who = await world.person();
    const stream = await open(who);
    await stream.until(isSnapshot);
    await fetch(`${world.api.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...who.headers },
      body: '{}',
    });
    await stream.ended;
    expect((await openEvents(world.api.url, who.headers)).status).toBe(401);
  });

  it('comes when the key behind it is revoked, the role is lost or the session expires', async () => {
    const [who, operator, late] = [
      await world.person(),
      await world.person('operator'),
      await world.person(),
    ];
    const { id, key } = (await who.mutate<{ id: string; key: string }>('apiKeys.create', { name: 'watcher' }))
      .data;
    const streams = [
      await open(callerOf(world.api.url, { 'x-api-key': key })),
      await open(operator),
      await open(late),
    ];
    for (const stream of streams) await stream.until(isSnapshot);
    await who.mutate('apiKeys.revoke', { id });
    await world.db.query(`UPDATE auth_user SET role = 'member' WHERE id = $1`, [operator.userId]);
    await world.db.query(`UPDATE auth_session SET "expiresAt" = now() WHERE "userId" = $1`, [late.userId]);
    await Promise.all(streams.map((stream) => stream.ended));
  });

  it('is a 503 with a time to come back when a person has too many', async () => {
    const who = await world.person();
    for (let n = 0; n < world.env.SSE_MAX_PER_USER; n += 1) await (await open(who)).until(isSnapshot);
    const refused = await open(who);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await opened[0]?.close();
    await expect.poll(async () => (await open(who)).status).toBe(200);
  });

  it('cuts off a reader that takes nothing, before it costs more than its bounded buffer', async () => {
    const who = await world.person();
    const stream = await open(who);
    await stream.until(isSnapshot);
    stream.pause();
    // 60 KB a piece: some megabytes fill the sockets' own buffers, what is unread beyond stays here.
    const long = 'x'.repeat(60_000);
    for (let n = 0; n < 300 && (await openStreams()) > 0; n += 1) await addSilently(who, long);
    expect(await openStreams()).toBe(0);
  });
});
