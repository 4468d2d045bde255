import { ApprovalStep, type Limits, TASK_ERRORS } from '@dungji/contracts';
import {
  approvalPlan,
  beginApprovalStep,
  type Db,
  failStep,
  finishStep,
  noteStep,
  type StepOutput,
} from '@dungji/db';
import { z } from 'zod';
import { crashPoint } from '../../crash-point.ts';
import { LEDGER_PATIENCE_MS, writeWithin } from '../../steps.ts';
import { TaskFailure } from '../../task-failure.ts';
import { type Attempt, type KindRunner, kindRunner } from '../kind-runner.ts';
import { runAction, type StepActions } from './step-action.ts';

export interface ApprovalTools {
  readonly db: Db;
  readonly limits: Limits;
  readonly actions: StepActions;
}

/** Timers count in 32 bits; a limit beyond that is kept by the sweep alone. */
const TIMER_MS_MAX = 2_147_483_647;

const Plan = z.array(ApprovalStep);

/**
 * Runs the steps of an approved card, strictly in order. A finished step is never run again; one that was started and
 * not finished runs again under its idempotency key. A failing step ends the attempt, and the steps after it do not run.
 */
export function approvalRunner(tools: ApprovalTools): KindRunner {
  return kindRunner('approval', [], async (attempt) => {
    const { approvalId } = attempt.input;
    const plan = Plan.parse(await approvalPlan(tools.db, approvalId));
    for (const [index, step] of plan.entries()) {
      const position = index + 1;
      await runStep(tools, attempt, { plan, step, position, idempotencyKey: `${approvalId}:${position}` });
    }
    return { result: { steps: plan.length } };
  });
}

interface PlannedStep {
  readonly plan: readonly ApprovalStep[];
  readonly step: ApprovalStep;
  readonly position: number;
  readonly idempotencyKey: string;
}

async function runStep(
  { db, limits, actions }: ApprovalTools,
  { fence, signal, userId, log, advanced }: Attempt<unknown>,
  { plan, step, position, idempotencyKey }: PlannedStep,
): Promise<void> {
  const limitMs = limits.APPROVAL_STEP_TIMEOUT_MS;
  const write = <T>(verb: () => Promise<T | null>): Promise<T> => writeWithin(LEDGER_PATIENCE_MS, verb);
  const progressAfter = (done: number) => ({ done, total: plan.length, label: plan[done]?.name ?? '' });

  signal.throwIfAborted();
  const entry = await write(() =>
    beginApprovalStep(db, fence, {
      position,
      name: step.name,
      idempotencyKey,
      progress: progressAfter(position - 1),
      limitMs,
    }),
  );
  if (entry.state === 'done') return;
  crashPoint(`step ${position} started`);

  const timeUp = AbortSignal.timeout(Math.min(limitMs, TIMER_MS_MAX));
  const output = await runAction(actions, step, {
    idempotencyKey,
    userId,
    limitMs,
    signal: AbortSignal.any([signal, timeUp]),
    noted: entry.output ?? {},
    keep: async (more: StepOutput) => void (await write(() => noteStep(db, fence, position, more))),
    log,
  }).catch(async (error: unknown) => {
    // What a lost or stopping attempt runs into says nothing about the step.
    if (signal.aborted) throw signal.reason;
    const failure = timeUp.aborted ? new TaskFailure('TIMEOUT', { cause: error }) : error;
    if (failure instanceof TaskFailure) {
      const { code, detail } = failure;
      const told = detail ?? TASK_ERRORS[code].message;
      const error = { code, message: told.en, messageKo: told.ko };
      await write(() => failStep(db, fence, { position, error }));
    }
    throw failure;
  });
  crashPoint(`step ${position} ran`);

  const isLast = position === plan.length;
  await write(() =>
    finishStep(db, fence, {
      position,
      output,
      progress: progressAfter(position),
      ...(!isLast && { nextLimitMs: limitMs }),
    }),
  );
  advanced();
  crashPoint(`step ${position} finished`);
}
