import { setTimeout as pause } from 'node:timers/promises';
import { TASK_ERRORS } from '@dungji/contracts';
import {
  clearStep,
  type Db,
  type Fence,
  failStep,
  finishStep,
  isDatabaseDown,
  noteStep,
  reportProgress,
  type StepMode,
  type StepOutput,
  startStep,
} from '@dungji/db';
import type { z } from 'zod';
import { crashPoint } from './crash-point.ts';
import { TaskFailure, TaskLost } from './task-failure.ts';

/** Asked of the outside world about a `once` step that began and may or may not have had its effect. */
export type Reconciled<Output> =
  | { readonly happened: true; readonly output: Output }
  | { readonly happened: false };

export interface OnceStep<Output> {
  /** Names the effect outside, e.g. an order number. Stored before the step runs; the first one stays. */
  readonly idempotencyKey: string;
  /** Noted together with the start, so that whoever looks into an unfinished run knows as much. */
  readonly noted?: StepOutput;
  readonly run: (notes: Notes) => Promise<Output>;
  /** Finds out what an unfinished run did. Throws when that cannot be told now. */
  readonly reconcile: (noted: StepOutput) => Promise<Reconciled<Output>>;
}

export interface Notes {
  /** What earlier runs of this step kept. */
  readonly noted: StepOutput;
  /** Keeps more, before the run goes on. */
  keep(output: StepOutput): Promise<void>;
}

/**
 * The durable steps of one attempt, in their fixed order: what an earlier attempt finished is not run again.
 * Every method throws TaskLost once the task belongs to somebody else.
 */
export interface Steps {
  /** A step that may run again without harm. */
  repeatable<Output extends object>(
    name: string,
    output: z.ZodType<Output>,
    run: () => Promise<Output>,
  ): Promise<Output>;
  /** A step that acts on the outside world and is never run again blindly. */
  once<Output extends object>(
    name: string,
    output: z.ZodType<Output>,
    step: OnceStep<Output>,
  ): Promise<Output>;
  /** Whether a `once` step began, in this attempt or before, and nobody knows how it ended. */
  inDoubt(): boolean;
}

/** A restart of Postgres takes a few seconds; a ledger that cannot be written for longer ends the attempt. */
export const LEDGER_PATIENCE_MS = 20_000;
const LEDGER_PAUSE_MS = 500;
const LEDGER_PAUSE_MAX_MS = 5_000;

/**
 * @param names all steps of the kind in their order; `progress.label` is the name of the step that runs
 * @param options.patienceMs how long a write waits for a database that is away; once a `once` step has begun, as long as it takes
 * @param options.inDoubt whether an earlier attempt left a `once` step open, which stays in doubt until this one has asked
 */
export function openSteps(
  db: Db,
  fence: Fence,
  names: readonly string[],
  options: { readonly patienceMs?: number; readonly inDoubt?: boolean } = {},
): Steps {
  const { patienceMs = LEDGER_PATIENCE_MS } = options;
  let position = 0;
  let isInDoubt = options.inDoubt ?? false;
  let hasReported = false;

  // What this process alone knows about a payment must not be lost to a database that is away: as long as it lives its
  // heartbeat vouches for the task, so nobody else would end it before its limit.
  const write = <T>(verb: () => Promise<T | null>): Promise<T> =>
    writeWithin(isInDoubt ? Number.POSITIVE_INFINITY : patienceMs, verb);

  const progressAfter = (done: number) => ({ done, total: names.length, label: names[done] ?? '' });

  const begin = async (
    name: string,
    mode: StepMode,
    once?: Pick<OnceStep<never>, 'idempotencyKey' | 'noted'>,
  ) => {
    position += 1;
    const planned = names[position - 1];
    if (planned !== name) throw new Error(`step ${position} is "${planned}", not "${name}"`);
    const entry = await write(() =>
      startStep(db, fence, {
        position,
        name,
        mode,
        ...(once && { idempotencyKey: once.idempotencyKey, output: once.noted }),
      }),
    );
    if (entry.state === 'done') return entry;
    crashPoint(`${name} started`);
    if (!hasReported) {
      hasReported = true;
      await write(() => reportProgress(db, fence, progressAfter(position - 1)));
      crashPoint(`${name} reported`);
    }
    return entry;
  };

  const finish = async <Output extends object>(output: Output): Promise<Output> => {
    const name = names[position - 1];
    crashPoint(`${name} ran`);
    await write(() =>
      finishStep(db, fence, {
        position,
        output: Object.fromEntries(Object.entries(output)),
        progress: progressAfter(position),
      }),
    );
    isInDoubt = false;
    crashPoint(`${name} finished`);
    return output;
  };

  const fail = async (error: unknown): Promise<never> => {
    if (error instanceof TaskFailure) {
      const { code } = error;
      await write(() =>
        failStep(db, fence, { position, error: { code, message: TASK_ERRORS[code].message.en } }),
      );
      isInDoubt = false;
    }
    throw error;
  };

  return {
    inDoubt: () => isInDoubt,

    async repeatable(name, output, run) {
      const entry = await begin(name, 'repeatable');
      if (entry.state === 'done') return output.parse(entry.output);
      return finish(await run().catch(fail));
    },

    async once(name, output, step) {
      const entry = await begin(name, 'once', step);
      if (entry.state === 'done') return output.parse(entry.output);
      isInDoubt = true;
      let noted = entry.output ?? {};

      if (entry.state === 'doubtful') {
        const found = await step.reconcile(noted);
        if (found.happened) return finish(found.output);
        await write(() => clearStep(db, fence, position));
        crashPoint(`${name} cleared`);
        await write(() =>
          startStep(db, fence, { position, name, mode: 'once', idempotencyKey: step.idempotencyKey }),
        );
      }

      const keep = async (more: StepOutput) => {
        await write(() => noteStep(db, fence, position, more));
        noted = { ...noted, ...more };
      };
      const ran = await step.run({ noted, keep }).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if ('value' in ran) return finish(ran.value);
      if (!(ran.error instanceof TaskFailure)) throw ran.error;
      // What an earlier run has set going may still arrive; that this one had no effect does not speak for it.
      if (ran.error.hadNoEffect && entry.state !== 'doubtful') return fail(ran.error);
      // It broke in the middle. A "yes" at once saves the next attempt; a "no" at once proves nothing, for money may be
      // booked after the line broke. So the step stays STARTED, and whoever comes next asks again.
      const found = await step.reconcile(noted);
      if (found.happened) return finish(found.output);
      throw ran.error;
    },
  };
}

/** Writes the ledger, waiting out an absence of Postgres; every verb of the ledger may be repeated. */
export async function writeWithin<T>(patienceMs: number, verb: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = LEDGER_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LEDGER_PAUSE_MAX_MS)) {
    try {
      const answer = await verb();
      if (answer === null) throw new TaskLost();
      return answer;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      if (performance.now() > deadline) throw new TaskFailure('SAVE_FAILED', { cause: error });
      await pause(pauseMs);
    }
  }
}
