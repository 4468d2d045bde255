import type { ChangeEvent } from '@dungji/contracts';
import { connectFailFast, DEFAULT_PREFIX } from './connection.ts';

/** Beyond this many unanswered publishes Redis is frozen; hints are dropped rather than piled up in memory. */
const IN_FLIGHT_MAX = 1_000;
const PUBLISH_TIMEOUT_MS = 1_500;

export interface EventPublisher {
  /** Tells every api process about committed events. Never throws, never blocks: a lost hint is found by the catch-up. */
  publish(events: readonly ChangeEvent[]): void;
  close(): void;
}

export const eventChannel = (prefix: string): string => `${prefix}:events`;

export function openEventPublisher(options: {
  readonly url: string;
  readonly prefix?: string;
  readonly onError?: (error: Error) => void;
}): EventPublisher {
  const channel = eventChannel(options.prefix ?? DEFAULT_PREFIX);
  const redis = connectFailFast({
    url: options.url,
    commandTimeoutMs: PUBLISH_TIMEOUT_MS,
    name: 'dungji-publish',
    onError: options.onError,
  });
  let inFlight = 0;

  return {
    publish(events) {
      for (const event of events) {
        if (redis.status !== 'ready' || inFlight >= IN_FLIGHT_MAX) return;
        inFlight += 1;
        redis
          .publish(channel, JSON.stringify(event))
          .catch((error: Error) => options.onError?.(error))
          .finally(() => {
            inFlight -= 1;
          });
      }
    },
    close: () => redis.disconnect(),
  };
}
