import type { ApprovalView, ErrorData, ReasonCode, TaskView } from '@dungji/contracts';
import { TRPCClientError } from '@trpc/client';
import { retryAfterMs } from './connection.ts';

/** Why a call failed: the server's reason, or UNREACHABLE when it gave none (no connection, a proxy's error page). */
export type DungjiReason = ReasonCode | 'UNREACHABLE';

/** The one error that calls of the client throw. Look at `reason`; the message is for logs. */
export class DungjiError extends Error {
  override readonly name = 'DungjiError';
  readonly reason: DungjiReason;
  /** The same call may succeed later without any change. */
  readonly retryable: boolean;
  /** How long the server asked to be left alone; 0 when it did not. */
  readonly retryAfterMs: number;
  /** The server's whole answer, with `requestId`, `fieldErrors` and the like; null when UNREACHABLE. */
  readonly data: ErrorData | null;

  constructor(
    reason: DungjiReason,
    options: { data?: ErrorData; retryAfterMs?: number; message?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? reason, { cause: options.cause });
    this.reason = reason;
    this.data = options.data ?? null;
    this.retryable = options.data?.retryable ?? reason === 'UNREACHABLE';
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** `waitFor` ran out of the time it was given; the task itself goes on. */
export class TaskWaitTimeoutError extends Error {
  override readonly name = 'TaskWaitTimeoutError';

  constructor(
    readonly taskId: string,
    readonly timeoutMs: number,
    /** The task as it was last seen; null when the server was never reached. */
    readonly lastSeen: TaskView | null,
  ) {
    super(`task ${taskId} was not settled within ${timeoutMs} ms`);
  }
}

/** `approvals.waitFor` ran out of the time it was given; the card itself goes on. */
export class ApprovalWaitTimeoutError extends Error {
  override readonly name = 'ApprovalWaitTimeoutError';

  constructor(
    readonly approvalId: string,
    readonly timeoutMs: number,
    /** The card as it was last seen; null when the server was never reached. */
    readonly lastSeen: ApprovalView | null,
  ) {
    super(`card ${approvalId} did not come so far within ${timeoutMs} ms`);
  }
}

/** Turns what tRPC's client throws into a DungjiError; the caller's own abort passes as it is. */
export function toDungjiError(error: unknown, now: number, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (!(error instanceof TRPCClientError)) return error;
  const response: unknown = error.meta?.response;
  const askedMs = response instanceof Response ? retryAfterMs(response.headers, now) : 0;
  const data: unknown = error.data;
  if (!isErrorData(data)) return new DungjiError('UNREACHABLE', { message: error.message, cause: error });
  return new DungjiError(data.reason, { data, retryAfterMs: askedMs, message: error.message, cause: error });
}

function isErrorData(value: unknown): value is ErrorData {
  return typeof value === 'object' && value !== null && 'reason' in value && typeof value.reason === 'string';
}
