import {
  type Consumer,
  consumeSweeps,
  type LooksJob,
  type Queues,
  type SweepJob,
  scheduleSweep,
} from '@dungji/redis';
import type { Logger } from 'pino';

export interface SweepSchedule {
  isConsuming(): boolean;
  ready(): Promise<void>;
  close(force?: boolean): Promise<void>;
}

/**
 * Runs `sweep` at every tick of the one schedule all maintenance workers share. A schedule that Redis has lost is put
 * back as soon as two ticks did not come.
 */
export function runSweeps(options: {
  readonly queues: Queues;
  readonly url: string;
  readonly prefix: string;
  readonly everyMs: number;
  readonly sweep: (job: SweepJob) => Promise<unknown>;
  readonly look?: (job: LooksJob) => Promise<unknown>;
  readonly log: Logger;
}): SweepSchedule {
  const { queues, everyMs, log } = options;
  // None has come yet, so the first look asks for one.
  let lastTickAtMs = Number.NEGATIVE_INFINITY;
  const consumer: Consumer = consumeSweeps({
    url: options.url,
    prefix: options.prefix,
    onError: (err) => log.warn({ err }, 'the sweep cannot reach Redis'),
    run: async (job) => {
      lastTickAtMs = performance.now();
      await options.sweep(job);
    },
    look: async (job) => {
      await options.look?.(job);
    },
  });
  const ensureScheduled = () => {
    if (performance.now() - lastTickAtMs < 2 * everyMs) return;
    scheduleSweep(queues, everyMs).catch((err: unknown) =>
      log.warn({ err }, 'the sweep could not be scheduled'),
    );
  };
  const ensuring = setInterval(ensureScheduled, everyMs);
  void queues.ready(everyMs).then(ensureScheduled);

  return {
    isConsuming: consumer.isConsuming,
    ready: consumer.ready,
    async close(force) {
      clearInterval(ensuring);
      await consumer.close(force);
    },
  };
}
