import type { z } from 'zod';
import type { Limits } from '../limits.ts';
import type { TaskErrorCode } from '../task-errors.ts';

/** What the lifecycle needs to know about a kind. Numbers come from the environment, the rules from here. */
export interface KindPolicy {
  /** `task.input`: written at accept, parsed by the worker when it has claimed the task. */
  readonly input: z.ZodType;
  /** `task.result` of a SUCCESS. */
  readonly result: z.ZodType;
  /** Time from accept (or resume) to the first claim, after which the sweep fails the task. */
  readonly pendingLimitMs: (limits: Limits) => number;
  /** Time from the first claim, retries included, after which the sweep fails the task. */
  readonly processingLimitMs: (limits: Limits) => number;
  /** Attempts in all, the first included; of an approval: at one step. */
  readonly attemptsMax: number;
  /** The same when the worker was lost, which says nothing about the work; `attemptsMax` unless given. */
  readonly attemptsMaxIfLost?: number;
  /** Causes that another attempt may cure. Everything else settles at once. */
  readonly retryOn: readonly TaskErrorCode[];
  /**
   * The outside can be asked for as long as it takes, so no person has to decide: such a task ends with the cause, where
   * others end as OUTCOME_UNKNOWN.
   */
  readonly neverInDoubt?: true;
}

/** Whether the policy allows another attempt after this many, the one that ended with `code` included. */
export const mayRetry = (policy: KindPolicy, code: TaskErrorCode, attemptsSpent: number): boolean => {
  const max = code === 'WORKER_LOST' ? (policy.attemptsMaxIfLost ?? policy.attemptsMax) : policy.attemptsMax;
  return policy.retryOn.includes(code) && attemptsSpent < max;
};

/** Pause before attempt n + 1: doubling from the base. */
export const retryDelayMs = (attempt: number, limits: Limits): number =>
  limits.RETRY_BACKOFF_MS * 2 ** (attempt - 1);
