import { LOOKS_JOB, type LooksJob, SWEEP_JOB, type SweepJob } from './job.ts';
import type { Queues } from './queues.ts';

const SCHEDULE_ID = 'sweep';
/** One id for all pokes: however many pages are opened, at most one extra sweep waits. */
const REQUESTED_JOB_ID = 'sweep-requested';
const LATER_JOB_ID = 'sweep-later';

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

/**
 * Asks for one sweep soon. Many requests before it runs are one, except those that wait for a run of their own.
 * Rejects when Redis is away.
 */
export async function requestSweep(queues: Queues, job: SweepJob = {}): Promise<void> {
  const jobId = job.runId === undefined ? REQUESTED_JOB_ID : `${REQUESTED_JOB_ID}-${job.runId}`;
  await queues.bull('maintenance').add(SWEEP_JOB, job, { jobId });
}

/**
 * Asks for one sweep after `delayMs`, between the ticks of the schedule. While one is being waited for, further ones are
 * not asked for. Rejects when Redis is away.
 */
export async function requestSweepLater(queues: Queues, delayMs: number): Promise<void> {
  await queues.bull('maintenance').add(SWEEP_JOB, {}, { jobId: LATER_JOB_ID, delay: delayMs });
}

/**
 * Asks for a look at one person's generations soon. Many requests before it runs are one. Rejects when Redis is away.
 */
export async function requestLooks(queues: Queues, job: LooksJob): Promise<void> {
  await queues.bull('maintenance').add(LOOKS_JOB, job, { jobId: `${LOOKS_JOB}-${job.userId}` });
}
