import {
  type ApprovalStepView,
  type ApprovalView,
  isActiveTask,
  type TaskErrorCode,
} from '@dungji/contracts';

/**
 * How a run stands, as a screen words it:
 * - waiting: accepted, no worker yet
 * - running: a worker is on the current step
 * - retrying: between two attempts
 * - finishing: every step is done
 */
export interface RunProgress {
  readonly phase: 'waiting' | 'running' | 'retrying' | 'finishing';
  readonly done: number;
  readonly total: number;
  readonly current: ApprovalStepView | null;
  /** When this run was asked for. */
  readonly since: string | null;
  /** When the server ends the wait or the current step by itself. */
  readonly limitAt: string | null;
  readonly isOverdue: boolean;
  /** Why an earlier attempt of this run broke off. */
  readonly interruptedBy: TaskErrorCode | null;
  readonly nextRetryAt: string | null;
}

/** @param nowMs the server's clock */
export function runProgress({ steps, task, decidedAt }: ApprovalView, nowMs: number): RunProgress {
  const active = task !== null && isActiveTask(task) ? task : null;
  const done = steps.filter(({ status }) => status === 'DONE').length;
  const current = steps.find(({ status }) => status !== 'DONE') ?? null;
  const isRetrying =
    active?.status === 'PROCESSING' && active.nextRetryAt !== null && active.workerId === null;
  const limitAt = active?.timeoutAt ?? null;
  return {
    phase:
      active?.status !== 'PROCESSING'
        ? 'waiting'
        : current === null
          ? 'finishing'
          : isRetrying
            ? 'retrying'
            : 'running',
    done,
    total: steps.length,
    current,
    since: active?.pendingSince ?? decidedAt,
    limitAt,
    isOverdue: limitAt !== null && nowMs > Date.parse(limitAt),
    interruptedBy: active !== null && active.attempt > (isRetrying ? 0 : 1) ? active.lastErrorCode : null,
    nextRetryAt: isRetrying ? active.nextRetryAt : null,
  };
}
