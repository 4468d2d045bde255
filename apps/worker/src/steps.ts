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
  /** Whether a `once` step of this attempt began and nobody knows how it ended. */
  inDoubt(): boolean;
}

/** A restart of Postgres takes a few seconds; a ledger that cannot be written for longer ends the attempt. */
const LEDGER_PATIENCE_MS = 20_000;
const LEDGER_PAUSE_MS = 500;

/** @param names all steps of the kind in their order; `progress.label` is the name of the step that runs */
export function openSteps(db: Db, fence: Fence, names: readonly string[]): Steps {
  let position = 0;
  let isInDoubt = false;
  let hasReported = false;

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
    if (entry.state !== 'done' && !hasReported) {
      hasReported = true;
      await write(() => reportProgress(db, fence, progressAfter(position - 1)));
    }
    return entry;
  };

  const finish = async <Output extends object>(output: Output): Promise<Output> => {
    await write(() =>
      finishStep(db, fence, {
        position,
        output: Object.fromEntries(Object.entries(output)),
        progress: progressAfter(position),
      }),
    );
    isInDoubt = false;
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
      if (ran.error.hadNoEffect) return fail(ran.error);
      // It broke in the middle. Asking at once often answers what would otherwise wait for the next attempt.
      const found = await step.reconcile(noted);
      return found.happened ? finish(found.output) : fail(ran.error);
    },
  };
}

/** Writes the ledger, waiting out a short absence of Postgres; every verb of the ledger may be repeated. */
async function write<T>(verb: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + LEDGER_PATIENCE_MS;
  for (;;) {
    try {
      const answer = await verb();
      if (answer === null) throw new TaskLost();
      return answer;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      if (Date.now() > deadline) throw new TaskFailure('SAVE_FAILED', { cause: error });
      await pause(LEDGER_PAUSE_MS);
    }
  }
}
