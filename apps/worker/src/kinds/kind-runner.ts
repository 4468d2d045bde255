import { KINDS, type TaskKind, type TaskView, type UserId } from '@dungji/contracts';
import type { Fence } from '@dungji/db';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Evidence } from '../evidence.ts';
import type { Steps } from '../steps.ts';

type InputOf<Kind extends TaskKind> = z.output<(typeof KINDS)[Kind]['input']>;
type ResultOf<Kind extends TaskKind> = z.output<(typeof KINDS)[Kind]['result']>;

/** What one attempt of a task gets to work with. */
export interface Attempt<Input> {
  readonly input: Input;
  readonly userId: UserId;
  readonly fence: Fence;
  readonly steps: Steps;
  /** Aborts when the task is lost or the process stops. Whatever the attempt has open must close then. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** The work has come further, so that earlier attempts no longer count against the policy. */
  advanced(): void;
  /** Runs when the attempt is over, however it ended; the last one registered runs first. */
  onEnd(close: () => Promise<void>): void;
  /** Evidence of a failure: gathered before anything is closed, and only when the task FAILED for good. */
  onFailure(gather: () => Promise<Evidence>): void;
}

/** What is left to do after an attempt: write its result, or nothing because that was part of a bigger transaction. */
export type Ending<Result> = { readonly result: Result } | { readonly settled: boolean };

/** Names of the durable steps in their order, and of what else the progress counts; of every task, or of this one. */
export type StepNames = readonly string[] | ((task: TaskView) => readonly string[]);

/**
 * One kind's work. It throws TaskFailure to give up the attempt; whether another one follows is the runner's decision
 * by the kind's policy. `settled: false` says that the task was found to be lost.
 */
export interface KindRunner {
  readonly stepNames: StepNames;
  readonly run: (attempt: Attempt<unknown>) => Promise<Ending<object>>;
}

/** Ties a kind's work to its input and result in the catalogue. */
export function kindRunner<Kind extends TaskKind>(
  kind: Kind,
  stepNames: StepNames,
  run: (attempt: Attempt<InputOf<Kind>>) => Promise<Ending<ResultOf<Kind>>>,
): KindRunner {
  const { input } = KINDS[kind];
  return {
    stepNames,
    run: (attempt) => run({ ...attempt, input: input.parse(attempt.input) as InputOf<Kind> }),
  };
}
