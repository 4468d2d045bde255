import type { Limits, TaskKind } from '@dungji/contracts';
import {
  type Db,
  type OpenOnceStep,
  openOnceSteps,
  postponeReconcile,
  recordReconciled,
  type StepOutput,
} from '@dungji/db';
import type { Logger } from 'pino';
import type { Reconciled } from '../steps.ts';
import type { Tally } from './tally.ts';

/** A session with the outside world, to ask about some steps one after the other. Aborting the signal closes it. */
export type AskOutside = (signal: AbortSignal) => Promise<{
  ask(step: OpenOnceStep): Promise<Reconciled<StepOutput>>;
  close(): Promise<void>;
}>;

/** Two ticks' worth: a portal that hangs costs this much, in a run that later ticks do not wait for. */
const BUDGET_MS = 30_000;
/** "No" is believed only so long after the end of its task: until then a frozen worker may wake up and click. */
const NO_IS_FINAL_AFTER_MS = 600_000;
const PAUSE_MIN_MS = 60_000;
const PAUSE_MAX_MS = 3_600_000;

export interface OpenStepTools {
  readonly db: Db;
  readonly limits: Limits;
  readonly log: Logger;
  /** Kinds without an entry have no `once` steps that outlive their task. */
  readonly askOutside: Partial<Record<TaskKind, AskOutside>>;
}

/**
 * Finds out what the `once` steps did that their settled tasks left open, so that every purchase is on record, also
 * those of tasks that were cancelled or timed out. What cannot be told now is asked again, with growing pauses.
 */
export async function sweepOpenSteps(tools: OpenStepTools, tally: Tally): Promise<void> {
  const { db, limits, askOutside } = tools;
  const steps = await openOnceSteps(db, { batch: limits.SWEEP_BATCH });
  const budget = AbortSignal.timeout(BUDGET_MS);
  for (const kind of new Set(steps.map((step) => step.kind))) {
    const open = askOutside[kind];
    if (!open) continue;
    const mine = await takeDue(
      db,
      steps.filter((step) => step.kind === kind),
    );
    if (mine.length === 0) continue;
    const session = await open(budget);
    try {
      for (const step of mine) {
        if (budget.aborted) return;
        await tally.examine(step.taskId, () => findOut(tools, session, step));
      }
    } finally {
      await session.close();
    }
  }
}

/** Those that no other sweep is asking about. */
async function takeDue(db: Db, steps: readonly OpenOnceStep[]): Promise<OpenOnceStep[]> {
  const due: OpenOnceStep[] = [];
  for (const step of steps) {
    const forMs = Math.min(Math.max(step.settledForMs / 2, PAUSE_MIN_MS), PAUSE_MAX_MS);
    if (await postponeReconcile(db, { ...step, forMs })) due.push(step);
  }
  return due;
}

async function findOut(
  { db, log }: OpenStepTools,
  session: Awaited<ReturnType<AskOutside>>,
  step: OpenOnceStep,
): Promise<void> {
  const found = await session.ask(step);
  if (!found.happened && step.settledForMs < NO_IS_FINAL_AFTER_MS) return;
  const recorded = await recordReconciled(db, { ...step, ...found });
  if (recorded) log.info({ taskId: step.taskId, step: step.name, happened: found.happened }, 'found out');
}
