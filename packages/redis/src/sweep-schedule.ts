import { SWEEP_JOB } from './job.ts';
import type { Queues } from './queues.ts';

const SCHEDULE_ID = 'sweep';
/** One id for all pokes: however many pages are opened, at most one extra sweep waits. */
const REQUESTED_JOB_ID = 'sweep-requested';

/**
 * Makes the sweep tick every `everyMs`, for all maintenance workers together. Safe to repeat, and to be repeated when
 * Redis has lost its memory. Rejects when Redis is away.
 */
export async function scheduleSweep(queues: Queues, everyMs: number): Promise<void> {
  await queues
    .bull('maintenance')
    .upsertJobScheduler(
      SCHEDULE_ID,
      { every: everyMs },
      { name: SWEEP_JOB, opts: { removeOnComplete: true, removeOnFail: true } },
    );
}

/** Asks for one sweep soon. Many requests before it runs are one. Rejects when Redis is away. */
export async function requestSweep(queues: Queues): Promise<void> {
  await queues.bull('maintenance').add(SWEEP_JOB, {}, { jobId: REQUESTED_JOB_ID });
}
