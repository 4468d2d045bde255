import type { TaskErrorCode, Text } from '@dungji/contracts';

/** A kind gives up this attempt. Whether another one follows is the policy's decision (KINDS[kind].retryOn), not the thrower's. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  /** The other side said when to come back. */
  readonly retryAfterMs: number | undefined;
  /** A `once` step that threw this certainly had no effect, so nobody needs to ask the outside world. */
  readonly hadNoEffect: boolean;
  /** Another attempt at once would end the same way, whatever the policy allows for the code. */
  readonly isFinal: boolean;
  /** What people are told beside the code's own sentence. */
  readonly detail: Text | undefined;

  constructor(
    readonly code: TaskErrorCode,
    options: {
      readonly cause?: unknown;
      readonly retryAfterMs?: number;
      readonly hadNoEffect?: boolean;
      readonly isFinal?: boolean;
      readonly detail?: Text;
    } = {},
  ) {
    super(options.detail === undefined ? code : `${code}: ${options.detail.en}`, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.hadNoEffect = options.hadNoEffect ?? false;
    this.isFinal = options.isFinal ?? false;
    this.detail = options.detail;
  }
}

/** The row no longer belongs to this attempt (cancelled, timed out, taken over): stop and write nothing. */
export class TaskLost extends Error {
  override readonly name = 'TaskLost';
  constructor() {
    super('the task no longer belongs to this attempt');
  }
}

/** This process is stopping: the task goes on elsewhere. */
export class WorkerStopping extends Error {
  override readonly name = 'WorkerStopping';
  constructor() {
    super('the worker is stopping');
  }
}
