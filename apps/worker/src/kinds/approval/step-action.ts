import type { ApprovalStep, StepActionName, UserId } from '@dungji/contracts';
import type { StepOutput } from '@dungji/db';
import type { Logger } from 'pino';

/** One run of a step. It may be run again under the same key, here or elsewhere, so its effect hangs on the key. */
export interface StepRun<Input> {
  readonly input: Input;
  /** `{approvalId}:{position}`: the same for every run of this step. */
  readonly idempotencyKey: string;
  /** Who asked for the card, and in whose name it acts. */
  readonly userId: UserId;
  /** How long the step may take in all. */
  readonly limitMs: number;
  /** Aborts when the task is lost, the process stops, or the step's time is up. */
  readonly signal: AbortSignal;
  /** What earlier runs kept. */
  readonly noted: StepOutput;
  /** Keeps more, before the run goes on. */
  keep(output: StepOutput): Promise<void>;
  readonly log: Logger;
}

/**
 * Does what the step says and returns what is worth keeping.
 *
 * @throws TaskFailure STEP_REJECTED: the same input would be refused again. STEP_FAILED: time may cure it
 */
export type StepAction<Input> = (run: StepRun<Input>) => Promise<StepOutput>;

type InputOf<Name extends StepActionName> = Extract<ApprovalStep, { action: Name }>['input'];
export type StepActions = { readonly [Name in StepActionName]: StepAction<InputOf<Name>> };

/** Ties a step to its action; a new action does not compile until it is named here. */
export function runAction(
  actions: StepActions,
  step: ApprovalStep,
  run: Omit<StepRun<never>, 'input'>,
): Promise<StepOutput> {
  switch (step.action) {
    case 'sandbox.apply':
      return actions[step.action]({ ...run, input: step.input });
    case 'http.post':
      return actions[step.action]({ ...run, input: step.input });
    case 'documents.issue':
      return actions[step.action]({ ...run, input: step.input });
  }
}
