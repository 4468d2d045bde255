import { ChangeEvent } from '@dungji/contracts';
import { connectPatient, DEFAULT_PREFIX } from './connection.ts';
import { eventChannel } from './event-publisher.ts';
import { within } from './within.ts';

/** A subscription says nothing while nothing happens; without a ping a dead peer would look like peace. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 2_000;

export interface EventSubscriber {
  /** Whether the channel is being listened to right now. A reader need not trust it: the catch-up covers lost hints. */
  readonly connected: boolean;
  close(): void;
}

/**
 * Listens to the one event channel: one connection per process, however many screens it serves.
 *
 * @param options.onConnected called after every (re)subscription: events of the gap before it were missed
 */
export function openEventSubscriber(options: {
  readonly url: string;
  readonly prefix?: string;
  readonly onEvent: (event: ChangeEvent) => void;
  readonly onConnected?: () => void;
  readonly onError?: (error: Error) => void;
}): EventSubscriber {
  const channel = eventChannel(options.prefix ?? DEFAULT_PREFIX);
  const redis = connectPatient({ url: options.url, name: 'dungji-subscribe', onError: options.onError });
  let connected = false;

  redis.on('ready', () => {
    redis.subscribe(channel).then(
      () => {
        connected = true;
        options.onConnected?.();
      },
      (error: Error) => options.onError?.(error),
    );
  });
  redis.on('close', () => {
    connected = false;
  });
  redis.on('message', (_channel: string, text: string) => {
    const event = parseEvent(text);
    if (event) options.onEvent(event);
    else options.onError?.(new Error('an event on the channel did not parse'));
  });

  const pinging = setInterval(() => {
    if (!connected) return;
    within(redis.ping(), PING_TIMEOUT_MS, () => new Error('the event subscription went silent')).catch(
      (error: Error) => {
        connected = false;
        options.onError?.(error);
        redis.disconnect(true);
      },
    );
  }, PING_INTERVAL_MS);
  pinging.unref();

  return {
    get connected() {
      return connected;
    },
    close() {
      clearInterval(pinging);
      connected = false;
      redis.disconnect();
    },
  };
}

function parseEvent(text: string): ChangeEvent | null {
  try {
    return ChangeEvent.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
