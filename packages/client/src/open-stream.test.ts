import { describe, expect, it, vi } from 'vitest';
import { currentEnvironment } from './environment.ts';
import { PACE } from './pace.ts';
import { refuse } from './testing/event-server.ts';
import { eachWithStreamWorld, type StreamWorld, until } from './testing/stream-world.ts';

let world: StreamWorld;
eachWithStreamWorld((fresh) => {
  world = fresh;
});

describe('delivery', () => {
  it('begins with a snapshot and goes on with each change', async () => {
    world.server.emit();
    world.open();
    await until(() => world.events.length === 1);
    world.server.emit();
    world.server.emit();
    await until(() => world.events.length === 3);
    expect(world.events.map(({ type, seq }) => `${type} ${seq}`)).toEqual([
      'snapshot 1',
      'nest.changed 2',
      'nest.changed 3',
    ]);
    expect(world.stream?.lastEventId).toBe('i3');
  });

  it('is exactly once and in order across 100 cuts at random bytes', async () => {
    const total = 1_000;
    let cuts = 0;
    world.server.cutAfter = () => (cuts++ < 100 ? Math.floor(Math.random() * 900) : Number.POSITIVE_INFINITY);
    world.open({ environment: { ...currentEnvironment(), random: () => 0 }, lastEventId: 'i0' });
    const emitting = setInterval(() => {
      for (let i = 0; i < 2 && world.server.log.length < total; i++) world.server.emit();
    }, 10);
    try {
      await vi.waitFor(() => expect(world.seqs()).toHaveLength(total), { timeout: 50_000, interval: 100 });
    } finally {
      clearInterval(emitting);
    }
    expect(world.seqs()).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(cuts).toBeGreaterThan(100);
  }, 60_000);

  it('resumes from where another stream had come', async () => {
    for (let i = 0; i < 5; i++) world.server.emit();
    world.open({ lastEventId: 'i3' });
    await until(() => world.events.length === 2);
    expect(world.seqs()).toEqual([4, 5]);
  });

  it('drops what was already delivered', async () => {
    world.open();
    await until(world.isLive);
    world.server.emit();
    await until(() => world.seqs().length === 1);
    world.server.raw(`data: ${JSON.stringify(world.server.log[0])}\nid: i1\n\n`);
    world.server.emit();
    await until(() => world.seqs().length === 2);
    expect(world.seqs()).toEqual([1, 2]);
  });

  it('survives garbage frames', async () => {
    world.open();
    await until(world.isLive);
    world.server.raw('data: {broken\nid: i1\n\n');
    world.server.raw('nonsense\n\n:comment\n\nevent: unknown\ndata: 1\n\n');
    world.server.raw('data: {"stream":"user:a"}\nid: i1\n\ndata: 7\n\n');
    world.server.raw('event: connected\ndata: {\n\n');
    world.server.emit();
    await until(() => world.seqs().length === 1);
    expect(world.server.connections).toHaveLength(1);
  });

  it('fetches again what a damaged frame had lost', async () => {
    world.open();
    await until(world.isLive);
    const send = world.server.send.bind(world.server);
    world.server.send = (response, event) => {
      if (event.seq === 2) world.server.raw('data: {damaged\nid: i2\n\n');
      else send(response, event);
    };
    for (let i = 0; i < 3; i++) world.server.emit();
    await until(() => world.server.openStreams === 0);
    world.server.send = send;
    await world.environment.advance(PACE.backoffBase);
    await until(() => world.seqs().length === 3);
    expect(world.seqs()).toEqual([1, 2, 3]);
    expect(world.server.connections).toEqual([null, 'i1']);
  });

  it('goes on after an event that is lost for good, with a poll for the truth in it', async () => {
    let pollsAfterThree = 0;
    world.poll = async () => {
      if (world.seqs().includes(3)) pollsAfterThree++;
    };
    world.open();
    await until(world.isLive);
    const send = world.server.send.bind(world.server);
    world.server.send = (response, event) => {
      if (event.seq !== 2) send(response, event);
    };
    for (let i = 0; i < 3; i++) world.server.emit();
    await until(() => world.server.openStreams === 0);
    await world.environment.advance(PACE.backoffBase);
    await until(() => world.seqs().length === 2);
    await until(() => pollsAfterThree > 0);
    expect(world.seqs()).toEqual([1, 3]);
    await world.environment.advance(PACE.backoffMax);
    await until(world.isLive);
    world.server.emit();
    await until(() => world.seqs().length === 3);
  });

  it('does not stop for a listener that throws', async () => {
    const uncaught: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => uncaught.push(error));
    try {
      world.open({
        onEvent(event) {
          world.events.push(event);
          if (event.seq === 1) throw new Error('listener');
        },
      });
      await until(world.isLive);
      world.server.emit();
      world.server.emit();
      await until(() => world.seqs().length === 2);
      await until(() => uncaught.length === 1);
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of listeners) process.on('uncaughtException', listener);
    }
  });
});

describe('closing', () => {
  it('leaves no socket and no timer after 200 times, and calls nothing', async () => {
    for (let round = 0; round < 200; round++) {
      world.open();
      await until(world.isLive);
      await world.stream?.close();
      expect(world.environment.leftovers).toBe(0);
    }
    await until(() => world.server.openStreams === 0);
    const told = world.events.length + world.states.length;
    world.server.emit();
    await world.environment.advance(600_000);
    expect(world.events.length + world.states.length).toBe(told);
    expect(world.server.connections).toHaveLength(200);
    // fetch may keep idle sockets of its own for a few seconds; none of them belongs to a stream.
    await vi.waitFor(async () => expect(await world.server.sockets()).toBe(0), { timeout: 8_000 });
  });

  it('from inside a listener stops the events that came in the same breath', async () => {
    for (let i = 0; i < 5; i++) world.server.emit();
    world.open({
      lastEventId: 'i0',
      onEvent(event) {
        world.events.push(event);
        void world.stream?.close();
      },
    });
    await until(() => world.server.openStreams === 0 && world.events.length > 0);
    expect(world.seqs()).toEqual([1]);
  });

  it('while connecting, polling or pausing is as clean', async () => {
    world.server.always = world.server.hold;
    world.open();
    await until(() => world.server.connections.length === 1);
    await world.stream?.close();
    expect(world.environment.leftovers).toBe(0);

    world.poll = () => new Promise(() => {});
    world.server.always = refuse(503);
    world.open();
    await until(() => world.polls === 1);
    await world.stream?.close();
    expect(world.environment.leftovers).toBe(0);
  });
});
