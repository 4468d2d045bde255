import { describe, expect, it, onTestFinished } from 'vitest';
import { openStream } from './open-stream.ts';
import { PACE } from './pace.ts';
import { refuse } from './testing/event-server.ts';
import { eachWithStreamWorld, type StreamWorld, until } from './testing/stream-world.ts';

let world: StreamWorld;
eachWithStreamWorld((fresh) => {
  world = fresh;
});

describe('connection', () => {
  it('is given up when pings stop, in the time that the server said', async () => {
    world.server.inactivityMs = 3_000;
    world.open();
    await until(world.isLive);
    await world.environment.advance(2_000);
    await world.ping();
    await world.environment.advance(2_900);
    expect(world.server.connections).toHaveLength(1);
    await world.environment.advance(1_200);
    await world.environment.advance(PACE.backoffBase);
    await until(() => world.server.connections.length === 2);
  });

  it("calls the page's own fetch as the browser wants it: on nothing else than the page", async () => {
    const own = globalThis.fetch;
    onTestFinished(() => {
      globalThis.fetch = own;
    });
    globalThis.fetch = function fetchOfBrowsers(this: unknown, ...request: Parameters<typeof fetch>) {
      if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation');
      return own(...request);
    };
    world.stream = openStream({
      url: world.server.url,
      environment: world.environment,
      onEvent: () => {},
      poll: async () => {},
    });
    await until(world.isLive);
  });

  it('that was good is taken up again within a second, without a poll', async () => {
    world.environment.randomNumber = 0.999;
    world.open();
    await until(world.isLive);
    await world.environment.advance(PACE.stable - 1_000);
    await world.ping();
    await world.environment.advance(1_000);
    world.server.cut();
    await until(() => world.status === 'connecting');
    await world.environment.advance(1_000);
    await until(world.isLive);
    expect(world.polls).toBe(0);
  });

  it('that a proxy swallows does not keep polls from coming at least every 5 s', async () => {
    world.server.always = world.server.hold;
    const at: number[] = [];
    world.poll = async () => {
      at.push(world.environment.now());
    };
    world.environment.randomNumber = 0.5;
    world.open();
    await world.environment.advance(PACE.connectTimeout + 1_000);
    await until(() => world.polls > 0);
    await world.environment.advance(60_000);
    const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000);
    expect(at.length).toBeLessThan(30);
  });

  it('refused with Retry-After is not tried before, while polls go on', async () => {
    world.server.always = refuse(503, { 'retry-after': '30' });
    world.open();
    await until(() => world.status === 'polling');
    await world.environment.advance(29_000);
    expect(world.server.connections).toHaveLength(1);
    expect(world.polls).toBeGreaterThan(5);
    world.stream?.checkNow();
    await world.environment.advance(0);
    expect(world.server.connections).toHaveLength(1);
    world.server.always = null;
    await world.environment.advance(1_500);
    await until(world.isLive);
    const before = world.polls;
    await world.environment.advance(4_000);
    expect(world.polls).toBe(before);
  });

  it('is tried for ever, ever more rarely, and found again', async () => {
    world.server.always = refuse(500);
    world.environment.randomNumber = 0.999;
    world.open();
    await until(() => world.status === 'polling');
    for (let minute = 0; minute < 10; minute++) {
      await world.environment.advance(60_000);
      await until(() => world.stream?.state.nextCheckAt !== null);
    }
    expect(world.server.connections.length).toBeGreaterThan(20);
    expect(world.server.connections.length).toBeLessThan(60);
    world.server.always = null;
    await world.environment.advance(PACE.backoffMax);
    await until(world.isLive);
  });

  it('answered by something that is no stream is refused', async () => {
    world.server.answers.push((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in to the Wi-Fi</html>');
    });
    world.open();
    await until(() => world.status === 'polling');
    await world.environment.advance(PACE.backoffBase);
    await until(world.isLive);
  });

  it('ended by a serialized error or a return is taken up again', async () => {
    world.open();
    await until(world.isLive);
    world.server.raw('event: serialized-error\ndata: {"data":{"httpStatus":500}}\n\n');
    await until(() => world.server.openStreams === 0);
    await world.environment.advance(PACE.backoffMax);
    await until(() => world.server.openStreams === 1);
    world.server.raw('event: return\ndata: \n\n');
    await until(() => world.server.openStreams === 0);
    await world.environment.advance(PACE.backoffMax);
    await until(() => world.server.connections.length >= 3);
  });

  it.each([
    ['the status', () => world.server.answers.push(refuse(401))],
    [
      'an error inside the stream',
      () =>
        world.server.answers.push((response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('event: serialized-error\ndata: {"data":{"httpStatus":401}}\n\n');
        }),
    ],
  ])('of somebody signed out ends, told by %s', async (_title, arrange) => {
    arrange();
    world.open();
    await until(() => world.status === 'ended');
    expect(world.stream?.state.endedBy).toBe('unauthenticated');
    expect(world.environment.leftovers).toBe(0);
    await world.environment.advance(600_000);
    expect(world.server.connections).toHaveLength(1);
    expect(world.polls).toBe(0);
  });

  it('says offline while nothing answers, with the time it last heard something, and live again after', async () => {
    world.open();
    await until(world.isLive);
    const heardAt = world.environment.now();
    world.server.always = (response) => response.destroy();
    world.poll = () => Promise.reject(new Error('unreachable'));
    world.server.cut();
    await world.environment.advance(1_000);
    await until(() => world.status === 'offline');
    expect(world.stream?.state.lastHeardAt).toBe(heardAt);
    world.server.always = null;
    world.environment.signal('online');
    world.poll = async () => {};
    await world.environment.advance(PACE.backoffMax);
    await until(world.isLive);
  });

  it('waits for a free slot of this browser, polling meanwhile', async () => {
    world.environment.slots = 0;
    world.open();
    await until(() => world.status === 'polling');
    await world.environment.advance(20_000);
    expect(world.server.connections).toHaveLength(0);
    world.environment.slots = 1;
    await world.environment.advance(PACE.backoffMax);
    await until(world.isLive);
    expect(world.environment.slots).toBe(0);
    await world.stream?.close();
    expect(world.environment.slots).toBe(1);
  });
});
