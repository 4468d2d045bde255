import { describe, expect, it } from 'vitest';
import { PACE } from './pace.ts';
import { refuse } from './testing/event-server.ts';
import { eachWithStreamWorld, type StreamWorld, until } from './testing/stream-world.ts';

let world: StreamWorld;
eachWithStreamWorld((fresh) => {
  world = fresh;
});

describe('polls', () => {
  it('come one at a time, and one that hangs is given up', async () => {
    world.server.always = refuse(503);
    let open_ = 0;
    let most = 0;
    world.poll = (signal) =>
      new Promise((_resolve, reject) => {
        most = Math.max(most, ++open_);
        signal.addEventListener('abort', () => {
          open_--;
          reject(signal.reason);
        });
      });
    world.open();
    await until(() => world.polls === 1);
    await world.environment.advance(60_000);
    expect(most).toBe(1);
    expect(world.polls).toBeGreaterThan(5);
    expect(world.status).toBe('offline');
  });

  it('are put off by retryAfterMs on their error', async () => {
    world.server.always = refuse(503, { 'retry-after': '100' });
    world.poll = () => Promise.reject(Object.assign(new Error('slow down'), { retryAfterMs: 40_000 }));
    world.open();
    await until(() => world.polls === 1);
    await world.environment.advance(39_000);
    expect(world.polls).toBe(1);
    await world.environment.advance(2_000);
    expect(world.polls).toBe(2);
  });
});

describe('a page', () => {
  const hideForLong = async () => {
    world.environment.signal('hidden');
    for (let second = 0; second < 30; second++) {
      await world.ping();
      await world.environment.advance(1_000);
    }
  };

  it('hidden for 30 s closes its stream, polls once a minute, and is live at once when shown', async () => {
    world.open();
    await until(world.isLive);
    await hideForLong();
    await until(() => world.server.openStreams === 0);
    expect(world.status).toBe('polling');
    await world.environment.advance(PACE.hiddenPoll * 3);
    expect(world.polls).toBe(3);
    world.server.emit();
    world.environment.signal('visible');
    await until(() => world.seqs().length === 1);
    expect(world.isLive()).toBe(true);
    expect(world.server.connections).toHaveLength(2);
  });

  it('hidden for a moment keeps its stream', async () => {
    world.open();
    await until(world.isLive);
    world.environment.signal('hidden');
    await world.environment.advance(4_000);
    await world.ping();
    world.environment.signal('visible');
    await world.environment.advance(0);
    world.server.emit();
    await until(() => world.seqs().length === 1);
    expect(world.server.connections).toHaveLength(1);
  });

  it('put aside closes its stream, asks nothing, and is live at once when it returns', async () => {
    world.open();
    await until(world.isLive);
    world.environment.signal('left');
    await until(() => world.server.openStreams === 0);
    await world.environment.advance(600_000);
    expect(world.polls).toBe(0);
    expect(world.server.connections).toHaveLength(1);
    world.environment.signal('returned');
    await until(world.isLive);
  });

  it('that slept asks within two seconds of waking, without the pause of a crowd', async () => {
    world.environment.randomNumber = 0.999;
    world.open();
    await until(world.isLive);
    await world.environment.advance(PACE.watch / 2);
    world.environment.sleep(3_600_000);
    await world.environment.advance(PACE.watch);
    await until(() => world.server.connections.length === 2);
    await until(world.isLive);
    expect(world.polls).toBe(0);
  });

  it('that slept without a stream polls within two seconds of waking', async () => {
    world.environment.randomNumber = 0.999;
    world.server.always = refuse(503);
    world.open();
    await until(() => world.polls === 1);
    await world.environment.advance(PACE.watch);
    expect(world.polls).toBe(1);
    world.environment.sleep(3_600_000);
    await world.environment.advance(PACE.watch);
    expect(world.polls).toBe(2);
  });

  it('whose network changed connects anew at once', async () => {
    world.open();
    await until(world.isLive);
    world.environment.signal('offline');
    await until(() => world.server.connections.length === 2);
    world.environment.signal('online');
    await until(() => world.server.connections.length === 3);
    expect(world.polls).toBe(0);
  });

  it('without a stream polls first when it is shown again', async () => {
    world.server.always = world.server.hold;
    world.open();
    await world.environment.advance(PACE.connectTimeout + 1_000);
    await until(() => world.polls > 0);
    world.environment.signal('hidden');
    await world.environment.advance(PACE.hiddenGrace + 10_000);
    const before = world.polls;
    world.environment.signal('visible');
    await until(() => world.polls === before + 1);
  });
});
