import { setTimeout as pause } from 'node:timers/promises';
import {
  KINDS,
  type KindPolicy,
  type Limits,
  mayRetry,
  retryDelayMs,
  type TaskErrorCode,
  type TaskKind,
  type TaskView,
} from '@dungji/contracts';
import {
  type Claim,
  claimTask,
  type Db,
  type Fence,
  isDatabaseDown,
  ownedTasks,
  retryTask,
  settleTask,
} from '@dungji/db';
import type { TaskJob } from '@dungji/redis';
import type { Logger } from 'pino';
import { BrowserLost } from './browser/chromium.ts';
import { crashPoint } from './crash-point.ts';
import type { Dispatch } from './dispatch.ts';
import type { Evidence, KeepEvidence } from './evidence.ts';
import type { KindRunner } from './kinds/kind-runner.ts';
import type { RunningTasks } from './running-tasks.ts';
import { openSteps, type Steps } from './steps.ts';
import { TaskFailure, TaskLost, WorkerStopping } from './task-failure.ts';

export interface RunnerOptions {
  readonly db: Db;
  readonly workerId: string;
  readonly bootId: string;
  readonly limits: Limits;
  readonly running: RunningTasks;
  readonly dispatch: Dispatch;
  readonly keepEvidence: KeepEvidence;
  readonly log: Logger;
  readonly kinds: Readonly<Partial<Record<string, KindRunner>>>;
}

/** How an attempt ended, in terms of what is to be written. */
type Verdict =
  /** Somebody else owns the task, or the kind has settled it: write nothing. */
  | { readonly end: 'nothing' }
  | { readonly end: 'success'; readonly result: object }
  /** `codeIfLate`: how it fails instead when its limit leaves no time for another attempt. */
  | {
      readonly end: 'retry';
      readonly code: TaskErrorCode;
      readonly codeIfLate: TaskErrorCode;
      readonly retryAfterMs: number;
    }
  | { readonly end: 'failure'; readonly code: TaskErrorCode };

/**
 * Runs one job: claim, run, settle. The only place where the outcome of an attempt is caught and judged; it never
 * rejects. A job whose claim answers nothing (a re-run, a late arrival, a settled task) does nothing.
 */
export function createRunner(options: RunnerOptions): (job: TaskJob) => Promise<void> {
  const { db, workerId, bootId, limits, running, dispatch, log } = options;

  return async ({ taskId, attempt }) => {
    const taskLog = log.child({ taskId, attempt });
    crashPoint('job taken');
    try {
      const claim = await claimTask(db, { taskId, attempt, workerId, bootId, limits });
      if (claim === null) {
        taskLog.debug('nothing to claim');
        return;
      }
      crashPoint('claimed');
      await runClaimed(claim, { taskId, attempt, bootId }, taskLog.child({ kind: claim.task.kind }));
    } catch (err) {
      // The row is as it was: PENDING and without a job (the sweep queues it again), or ours (its limit ends it).
      taskLog.error({ err }, 'an attempt could not be brought to an end');
    }
  };

  async function runClaimed(claim: Claim, fence: Fence, taskLog: Logger): Promise<void> {
    const startedAtMs = performance.now();
    const abort = new AbortController();
    const kind = options.kinds[claim.task.kind];
    const { stepNames = [] } = kind ?? {};
    const names = typeof stepNames === 'function' ? stepNames(claim.task) : stepNames;
    const steps = openSteps(db, fence, names, { inDoubt: claim.onceInDoubt });
    const entry = { kind: claim.task.kind, fence, abort, isInDoubt: () => steps.inDoubt() };
    const closers: (() => Promise<void>)[] = [];
    let { attemptsBefore } = claim;
    let gatherEvidence: () => Promise<Evidence | null> = async () => null;
    running.add(entry);
    taskLog.info('attempt started');
    try {
      let verdict: Verdict;
      let evidence: Evidence | null = null;
      try {
        if (!kind)
          throw new TaskFailure('UNKNOWN', { cause: new Error(`this worker cannot run ${claim.task.kind}`) });
        const ending = await kind.run({
          input: claim.input,
          userId: claim.userId,
          fence,
          steps,
          signal: abort.signal,
          log: taskLog,
          advanced: () => {
            attemptsBefore = fence.attempt - 1;
          },
          onEnd: (close) => void closers.unshift(close),
          onFailure: (gather) => {
            gatherEvidence = gather;
          },
        });
        verdict = 'result' in ending ? { end: 'success', result: ending.result } : { end: 'nothing' };
      } catch (err) {
        const attemptsSpent = fence.attempt - attemptsBefore;
        const { signal } = abort;
        verdict = await judge(err, { task: claim.task, attemptsSpent, fence, steps, signal, limits, db });
        if (verdict.end === 'failure') evidence = await gatherEvidence().catch(() => null);
        taskLog.warn({ err, verdict }, 'attempt broke off');
      }
      // Nothing the attempt holds may outlive it, not even while its end is being written.
      for (const close of closers)
        await close().catch((err: unknown) => taskLog.warn({ err }, 'not closed cleanly'));
      crashPoint('closed');
      await write(verdict, claim.task, fence, taskLog);
      if (evidence) await options.keepEvidence(fence, evidence, taskLog);
    } finally {
      running.remove(entry);
      taskLog.info({ tookMs: Math.round(performance.now() - startedAtMs) }, 'attempt ended');
    }
  }

  async function write(verdict: Verdict, task: TaskView, fence: Fence, taskLog: Logger): Promise<void> {
    if (verdict.end === 'nothing') return;
    if (verdict.end === 'retry') {
      const waiting = await insist(() => retryTask(db, fence, verdict), taskLog);
      if (waiting?.status === 'PROCESSING') await dispatch(waiting, verdict.retryAfterMs);
      return;
    }
    const outcome =
      verdict.end === 'success'
        ? { status: 'SUCCESS' as const, result: verdict.result }
        : { status: 'FAILED' as const, code: verdict.code };
    const settled = await insist(() => settleTask(db, fence, outcome), taskLog);
    taskLog.info(
      {
        outcome: settled ? outcome.status : 'lost',
        code: verdict.end === 'failure' ? verdict.code : undefined,
      },
      task.kind,
    );
  }
}

/** An attempt that broke off. */
interface Ended {
  readonly task: TaskView;
  /** Those that count against the policy, this one included. */
  readonly attemptsSpent: number;
  readonly fence: Fence;
  readonly steps: Steps;
  readonly signal: AbortSignal;
  readonly limits: Limits;
  readonly db: Db;
}

const policyOf = (kind: TaskKind): KindPolicy => KINDS[kind];

/** Decides by the cause and the kind's policy what an attempt that broke off leaves behind. */
async function judge(
  error: unknown,
  { task, attemptsSpent, fence, steps, signal, limits, db }: Ended,
): Promise<Verdict> {
  // Closing what a lost or stopping attempt holds makes its calls fail in all sorts of ways; the reason is the signal's.
  const cause: unknown = signal.aborted ? signal.reason : error;
  const { neverInDoubt } = policyOf(task.kind);
  const failureOf = (code: TaskErrorCode) => (steps.inDoubt() && !neverInDoubt ? 'OUTCOME_UNKNOWN' : code);
  if (cause instanceof WorkerStopping) {
    return { end: 'retry', code: 'WORKER_LOST', codeIfLate: failureOf('WORKER_LOST'), retryAfterMs: 0 };
  }
  if (cause instanceof TaskLost) {
    const stillOwned = await ownedTasks(db, [fence]).catch(() => []);
    if (stillOwned.length === 0) return { end: 'nothing' };
  }
  const code = codeOf(cause);
  // Never sooner than our own pause, however eager the other side sounds.
  const retryAfterMs = Math.max(retryDelayMs(attemptsSpent, limits), wishedPauseMs(cause) ?? 0);
  const canPass = !(cause instanceof TaskFailure && cause.isFinal);
  // Whether there is time for it is for the database to say: the clock of this machine may be minutes off.
  if (canPass && mayRetry(KINDS[task.kind], code, attemptsSpent))
    return { end: 'retry', code, codeIfLate: failureOf(code), retryAfterMs };
  return { end: 'failure', code: failureOf(code) };
}

function codeOf(cause: unknown): TaskErrorCode {
  if (cause instanceof TaskFailure) return cause.code;
  // The row is still ours although a write said otherwise, or the browser died: the worker is at fault, not the task.
  if (cause instanceof TaskLost || cause instanceof BrowserLost) return 'WORKER_LOST';
  if (isDatabaseDown(cause)) return 'SAVE_FAILED';
  return 'UNKNOWN';
}

const wishedPauseMs = (cause: unknown): number | undefined =>
  cause instanceof TaskFailure ? cause.retryAfterMs : undefined;

const INSIST_PAUSE_MAX_MS = 5_000;

/**
 * Writes the end of an attempt however long Postgres is away: as long as this process lives its heartbeat vouches for
 * the task, so nobody else would end it before its limit.
 */
async function insist<T>(verb: () => Promise<T>, taskLog: Logger): Promise<T> {
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, INSIST_PAUSE_MAX_MS)) {
    try {
      return await verb();
    } catch (err) {
      if (!isDatabaseDown(err)) throw err;
      taskLog.warn({ err }, 'the database is away; the end of the attempt is written as soon as it is back');
      await pause(pauseMs);
    }
  }
}
