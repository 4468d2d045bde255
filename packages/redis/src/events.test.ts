import { ChangeEvent } from '@dungji/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEventPublisher } from './event-publisher.ts';
import { openEventSubscriber } from './event-subscriber.ts';
import { type OwnRedis, startOwnRedis } from './testing/index.ts';

let redis: OwnRedis;
beforeAll(async () => {
  redis = await startOwnRedis();
});
afterAll(() => redis.close());

const event = (seq: number): ChangeEvent =>
  ChangeEvent.parse({
    stream: 'user:usr_1',
    seq,
    type: 'nest.changed',
    at: '2026-01-31T09:08:07.000Z',
    nest: null,
  });

describe('event hints', () => {
  it('reach a subscriber whole and in order, and again after Redis was killed', async () => {
    const seen: number[] = [];
    let connectedCount = 0;
    const subscriber = openEventSubscriber({
      url: redis.url,
      onEvent: ({ seq }) => seen.push(seq),
      onConnected: () => {
        connectedCount += 1;
      },
    });
    const publisher = openEventPublisher({ url: redis.url });
    await vi.waitFor(() => expect(connectedCount).toBe(1));
    await vi.waitFor(() => {
      publisher.publish([event(1)]);
      expect(seen).toContain(1);
    });
    publisher.publish([event(2), event(3)]);
    await vi.waitFor(() => expect(seen.filter((seq) => seq > 1)).toEqual([2, 3]));

    await redis.kill();
    publisher.publish([event(4)]);
    await vi.waitFor(() => expect(subscriber.connected).toBe(false));
    await redis.restart();
    await vi.waitFor(() => expect(connectedCount).toBe(2), { timeout: 5_000 });
    await vi.waitFor(() => {
      publisher.publish([event(5)]);
      expect(seen).toContain(5);
    });
    expect(seen).not.toContain(4);
    publisher.close();
    subscriber.close();
  });

  it('that do not parse are reported and dropped', async () => {
    const errors: Error[] = [];
    const subscriber = openEventSubscriber({
      url: redis.url,
      onEvent: () => expect.unreachable(),
      onError: (error) => errors.push(error),
    });
    await vi.waitFor(() => expect(subscriber.connected).toBe(true));
    const publisher = openEventPublisher({ url: redis.url });
    await vi.waitFor(() => {
      publisher.publish([{ ...event(1), seq: 0 }]);
      expect(errors).not.toHaveLength(0);
    });
    publisher.close();
    subscriber.close();
  });
});
