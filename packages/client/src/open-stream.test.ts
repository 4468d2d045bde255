import type { StreamEvent } from '@dungji/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentEnvironment } from './environment.ts';
import { openStream } from './open-stream.ts';
import { PACE } from './pace.ts';
import type { OpenStream, OpenStreamOptions, StreamState } from './stream-types.ts';
import { EventServer, refuse } from './testing/event-server.ts';
import { ManualEnvironment } from './testing/manual-environment.ts';

let server: EventServer;
let environment: ManualEnvironment;
let stream: OpenStream | null = null;
let events: StreamEvent[] = [];
let states: StreamState[] = [];
let polls = 0;
let unanswered = 0;
/** Pieces of streams that have arrived. */
let heard = 0;
let poll: (signal: AbortSignal) => Promise<void>;

beforeEach(async () => {
  server = await EventServer.start();
  environment = new ManualEnvironment();
  events = [];
  states = [];
  polls = 0;
  unanswered = 0;
  poll = async () => {};
  environment.isBusy = () => unanswered > server.held;
});
afterEach(async () => {
  await stream?.close();
  stream = null;
  expect(environment.leftovers).toBe(0);
  await server.stop();
});

const countingFetch: typeof fetch = async (input, init) => {
  unanswered++;
  const response = await fetch(input, init).finally(() => unanswered--);
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      heard++;
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(count) ?? null, response);
};

function open(changes: Partial<OpenStreamOptions> = {}): OpenStream {
  stream = openStream({
    url: server.url,
    environment,
    fetch: countingFetch,
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    poll: (signal) => {
      polls++;
      return poll(signal);
    },
    ...changes,
  });
  return stream;
}
/** Waits for what only the network can bring; the clock of the stream stands still meanwhile. */
const until = (check: () => unknown): Promise<void> =>
  vi.waitFor(() => {
    if (!check()) throw new Error(`not yet: ${check}`);
  });
const ping = async () => {
  const before = heard;
  server.ping();
  await until(() => heard > before);
};
const isLive = () => stream?.state.status === 'live';
const seqs = () => events.filter(({ type }) => type !== 'snapshot').map(({ seq }) => seq);

describe('delivery', () => {
  it('begins with a snapshot and goes on with each change', async () => {
    server.emit();
    open();
    await until(() => events.length === 1);
    server.emit();
    server.emit();
    await until(() => events.length === 3);
    expect(events.map(({ type, seq }) => `${type} ${seq}`)).toEqual([
      'snapshot 1',
      'nest.changed 2',
      'nest.changed 3',
    ]);
    expect(stream?.lastEventId).toBe('i3');
  });

  it('is exactly once and in order across 100 cuts at random bytes', async () => {
    const total = 1_000;
    let cuts = 0;
    server.cutAfter = () => (cuts++ < 100 ? Math.floor(Math.random() * 900) : Number.POSITIVE_INFINITY);
    open({ environment: { ...currentEnvironment(), random: () => 0 }, lastEventId: 'i0' });
    const emitting = setInterval(() => {
      for (let i = 0; i < 2 && server.log.length < total; i++) server.emit();
    }, 10);
    try {
      await vi.waitFor(() => expect(seqs()).toHaveLength(total), { timeout: 50_000, interval: 100 });
    } finally {
      clearInterval(emitting);
    }
    expect(seqs()).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(cuts).toBeGreaterThan(100);
  }, 60_000);

  it('resumes from where another stream had come', async () => {
    for (let i = 0; i < 5; i++) server.emit();
    open({ lastEventId: 'i3' });
    await until(() => events.length === 2);
    expect(seqs()).toEqual([4, 5]);
  });

  it('drops what was already delivered', async () => {
    open();
    await until(isLive);
    server.emit();
    await until(() => seqs().length === 1);
    server.raw(`data: ${JSON.stringify(server.log[0])}\nid: i1\n\n`);
    server.emit();
    await until(() => seqs().length === 2);
    expect(seqs()).toEqual([1, 2]);
  });

  it('survives garbage frames', async () => {
    open();
    await until(isLive);
    server.raw('data: {broken\nid: i1\n\n');
    server.raw('nonsense\n\n:comment\n\nevent: unknown\ndata: 1\n\n');
    server.raw('data: {"stream":"user:a"}\nid: i1\n\ndata: 7\n\n');
    server.raw('event: connected\ndata: {\n\n');
    server.emit();
    await until(() => seqs().length === 1);
    expect(server.connections).toHaveLength(1);
  });

  it('fetches again what a damaged frame had lost', async () => {
    open();
    await until(isLive);
    const send = server.send.bind(server);
    server.send = (response, event) => {
      if (event.seq === 2) server.raw('data: {damaged\nid: i2\n\n');
      else send(response, event);
    };
    for (let i = 0; i < 3; i++) server.emit();
    await until(() => server.openStreams === 0);
    server.send = send;
    await environment.advance(PACE.backoffBase);
    await until(() => seqs().length === 3);
    expect(seqs()).toEqual([1, 2, 3]);
    expect(server.connections).toEqual([null, 'i1']);
  });

  it('goes on after an event that is lost for good, with a poll for the truth in it', async () => {
    let pollsAfterThree = 0;
    poll = async () => {
      if (seqs().includes(3)) pollsAfterThree++;
    };
    open();
    await until(isLive);
    const send = server.send.bind(server);
    server.send = (response, event) => {
      if (event.seq !== 2) send(response, event);
    };
    for (let i = 0; i < 3; i++) server.emit();
    await until(() => server.openStreams === 0);
    await environment.advance(PACE.backoffBase);
    await until(() => seqs().length === 2);
    await until(() => pollsAfterThree > 0);
    expect(seqs()).toEqual([1, 3]);
    await environment.advance(PACE.backoffMax);
    await until(isLive);
    server.emit();
    await until(() => seqs().length === 3);
  });

  it('does not stop for a listener that throws', async () => {
    const uncaught: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => uncaught.push(error));
    try {
      open({
        onEvent(event) {
          events.push(event);
          if (event.seq === 1) throw new Error('listener');
        },
      });
      await until(isLive);
      server.emit();
      server.emit();
      await until(() => seqs().length === 2);
      await until(() => uncaught.length === 1);
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of listeners) process.on('uncaughtException', listener);
    }
  });
});

describe('connection', () => {
  it('is given up when pings stop, in the time that the server said', async () => {
    server.inactivityMs = 3_000;
    open();
    await until(isLive);
    await environment.advance(2_000);
    await ping();
    await environment.advance(2_900);
    expect(server.connections).toHaveLength(1);
    await environment.advance(1_200);
    await environment.advance(PACE.backoffBase);
    await until(() => server.connections.length === 2);
  });

  it('that was good is taken up again within a second, without a poll', async () => {
    environment.randomNumber = 0.999;
    open();
    await until(isLive);
    await environment.advance(PACE.stable - 1_000);
    await ping();
    await environment.advance(1_000);
    server.cut();
    await until(() => stream?.state.status === 'connecting');
    await environment.advance(1_000);
    await until(isLive);
    expect(polls).toBe(0);
  });

  it('that a proxy swallows does not keep polls from coming at least every 5 s', async () => {
    server.always = server.hold;
    const at: number[] = [];
    poll = async () => {
      at.push(environment.now());
    };
    environment.randomNumber = 0.5;
    open();
    await environment.advance(PACE.connectTimeout + 1_000);
    await until(() => polls > 0);
    await environment.advance(60_000);
    const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000);
    expect(at.length).toBeLessThan(30);
  });

  it('refused with Retry-After is not tried before, while polls go on', async () => {
    server.always = refuse(503, { 'retry-after': '30' });
    open();
    await until(() => stream?.state.status === 'polling');
    await environment.advance(29_000);
    expect(server.connections).toHaveLength(1);
    expect(polls).toBeGreaterThan(5);
    stream?.checkNow();
    await environment.advance(0);
    expect(server.connections).toHaveLength(1);
    server.always = null;
    await environment.advance(1_500);
    await until(isLive);
    const before = polls;
    await environment.advance(4_000);
    expect(polls).toBe(before);
  });

  it('is tried for ever, ever more rarely, and found again', async () => {
    server.always = refuse(500);
    environment.randomNumber = 0.999;
    open();
    await until(() => stream?.state.status === 'polling');
    for (let minute = 0; minute < 10; minute++) {
      await environment.advance(60_000);
      await until(() => stream?.state.nextCheckAt !== null);
    }
    expect(server.connections.length).toBeGreaterThan(20);
    expect(server.connections.length).toBeLessThan(60);
    server.always = null;
    await environment.advance(PACE.backoffMax);
    await until(isLive);
  });

  it('answered by something that is no stream is refused', async () => {
    server.answers.push((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in to the Wi-Fi</html>');
    });
    open();
    await until(() => stream?.state.status === 'polling');
    await environment.advance(PACE.backoffBase);
    await until(isLive);
  });

  it('ended by a serialized error or a return is taken up again', async () => {
    open();
    await until(isLive);
    server.raw('event: serialized-error\ndata: {"data":{"httpStatus":500}}\n\n');
    await until(() => server.openStreams === 0);
    await environment.advance(PACE.backoffMax);
    await until(() => server.openStreams === 1);
    server.raw('event: return\ndata: \n\n');
    await until(() => server.openStreams === 0);
    await environment.advance(PACE.backoffMax);
    await until(() => server.connections.length >= 3);
  });

  it.each([
    ['the status', () => server.answers.push(refuse(401))],
    [
      'an error inside the stream',
      () =>
        server.answers.push((response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('event: serialized-error\ndata: {"data":{"httpStatus":401}}\n\n');
        }),
    ],
  ])('of somebody signed out ends, told by %s', async (_title, arrange) => {
    arrange();
    open();
    await until(() => stream?.state.status === 'ended');
    expect(stream?.state.endedBy).toBe('unauthenticated');
    expect(environment.leftovers).toBe(0);
    await environment.advance(600_000);
    expect(server.connections).toHaveLength(1);
    expect(polls).toBe(0);
  });

  it('says offline while nothing answers, with the time it last heard something, and live again after', async () => {
    open();
    await until(isLive);
    const heardAt = environment.now();
    server.always = (response) => response.destroy();
    poll = () => Promise.reject(new Error('unreachable'));
    server.cut();
    await environment.advance(1_000);
    await until(() => stream?.state.status === 'offline');
    expect(stream?.state.lastHeardAt).toBe(heardAt);
    server.always = null;
    environment.signal('online');
    poll = async () => {};
    await environment.advance(PACE.backoffMax);
    await until(isLive);
  });

  it('waits for a free slot of this browser, polling meanwhile', async () => {
    environment.slots = 0;
    open();
    await until(() => stream?.state.status === 'polling');
    await environment.advance(20_000);
    expect(server.connections).toHaveLength(0);
    environment.slots = 1;
    await environment.advance(PACE.backoffMax);
    await until(isLive);
    expect(environment.slots).toBe(0);
    await stream?.close();
    expect(environment.slots).toBe(1);
  });
});

describe('polls', () => {
  it('come one at a time, and one that hangs is given up', async () => {
    server.always = refuse(503);
    let open_ = 0;
    let most = 0;
    poll = (signal) =>
      new Promise((_resolve, reject) => {
        most = Math.max(most, ++open_);
        signal.addEventListener('abort', () => {
          open_--;
          reject(signal.reason);
        });
      });
    open();
    await until(() => polls === 1);
    await environment.advance(60_000);
    expect(most).toBe(1);
    expect(polls).toBeGreaterThan(5);
    expect(stream?.state.status).toBe('offline');
  });

  it('are put off by retryAfterMs on their error', async () => {
    server.always = refuse(503, { 'retry-after': '100' });
    poll = () => Promise.reject(Object.assign(new Error('slow down'), { retryAfterMs: 40_000 }));
    open();
    await until(() => polls === 1);
    await environment.advance(39_000);
    expect(polls).toBe(1);
    await environment.advance(2_000);
    expect(polls).toBe(2);
  });
});

describe('a page', () => {
  const hideForLong = async () => {
    environment.signal('hidden');
    for (let second = 0; second < 30; second++) {
      await ping();
      await environment.advance(1_000);
    }
  };

  it('hidden for 30 s closes its stream, polls once a minute, and is live at once when shown', async () => {
    open();
    await until(isLive);
    await hideForLong();
    await until(() => server.openStreams === 0);
    expect(stream?.state.status).toBe('polling');
    await environment.advance(PACE.hiddenPoll * 3);
    expect(polls).toBe(3);
    server.emit();
    environment.signal('visible');
    await until(() => seqs().length === 1);
    expect(isLive()).toBe(true);
    expect(server.connections).toHaveLength(2);
  });

  it('hidden for a moment keeps its stream', async () => {
    open();
    await until(isLive);
    environment.signal('hidden');
    await environment.advance(4_000);
    await ping();
    environment.signal('visible');
    await environment.advance(0);
    server.emit();
    await until(() => seqs().length === 1);
    expect(server.connections).toHaveLength(1);
  });

  it('put aside closes its stream, asks nothing, and is live at once when it returns', async () => {
    open();
    await until(isLive);
    environment.signal('left');
    await until(() => server.openStreams === 0);
    await environment.advance(600_000);
    expect(polls).toBe(0);
    expect(server.connections).toHaveLength(1);
    environment.signal('returned');
    await until(isLive);
  });

  it('that slept notices at its first tick', async () => {
    open();
    await until(isLive);
    await environment.advance(PACE.watch);
    environment.sleep(3_600_000);
    await environment.advance(PACE.watch);
    await until(() => server.connections.length >= 2);
  });

  it('whose network changed connects anew at once', async () => {
    open();
    await until(isLive);
    environment.signal('offline');
    await until(() => server.connections.length === 2);
    environment.signal('online');
    await until(() => server.connections.length === 3);
    expect(polls).toBe(0);
  });

  it('without a stream polls first when it is shown again', async () => {
    server.always = server.hold;
    open();
    await environment.advance(PACE.connectTimeout + 1_000);
    await until(() => polls > 0);
    environment.signal('hidden');
    await environment.advance(PACE.hiddenGrace + 10_000);
    const before = polls;
    environment.signal('visible');
    await until(() => polls === before + 1);
  });
});

describe('closing', () => {
  it('leaves no socket and no timer, and calls nothing after', async () => {
    for (let round = 0; round < 50; round++) {
      open();
      await until(isLive);
      await stream?.close();
      expect(environment.leftovers).toBe(0);
    }
    await until(() => server.openStreams === 0);
    const told = events.length + states.length;
    server.emit();
    await environment.advance(600_000);
    expect(events.length + states.length).toBe(told);
    expect(server.connections).toHaveLength(50);
    // fetch may keep idle sockets of its own for a few seconds; none of them belongs to a stream.
    await vi.waitFor(async () => expect(await server.sockets()).toBe(0), { timeout: 8_000 });
  });

  it('from inside a listener stops the events that came in the same breath', async () => {
    for (let i = 0; i < 5; i++) server.emit();
    open({
      lastEventId: 'i0',
      onEvent(event) {
        events.push(event);
        void stream?.close();
      },
    });
    await until(() => server.openStreams === 0 && events.length > 0);
    expect(seqs()).toEqual([1]);
  });

  it('while connecting, polling or pausing is as clean', async () => {
    server.always = server.hold;
    open();
    await until(() => server.connections.length === 1);
    await stream?.close();
    expect(environment.leftovers).toBe(0);

    poll = () => new Promise(() => {});
    server.always = refuse(503);
    open();
    await until(() => polls === 1);
    await stream?.close();
    expect(environment.leftovers).toBe(0);
  });
});
