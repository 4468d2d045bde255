import { DEFAULT_LIMITS, TaskView } from '@dungji/contracts';

const SINCE = Date.parse('2026-01-31T09:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();

/** An issuance at some version; settled when `errorCode` is given or `isDone`. */
export function taskView(
  taskId: string,
  version: number,
  end: { isDone?: true; errorCode?: 'PORTAL_DOWN' } = {},
): TaskView {
  const isSettled = end.isDone !== undefined || end.errorCode !== undefined;
  return TaskView.parse({
    id: taskId,
    kind: 'issuance',
    version,
    attempt: 1,
    lastErrorCode: null,
    nextRetryAt: null,
    workerId: 'worker-1',
    progress: null,
    nestId: null,
    docType: 'REGISTRY',
    approvalId: null,
    documentId: null,
    createdAt: iso(SINCE),
    status: end.errorCode ? 'FAILED' : end.isDone ? 'SUCCESS' : 'PROCESSING',
    errorCode: end.errorCode ?? null,
    retryable: end.errorCode !== undefined,
    pendingSince: isSettled ? null : iso(SINCE),
    timeoutAt: isSettled ? null : iso(SINCE + DEFAULT_LIMITS.ISSUANCE_PROCESSING_TIMEOUT_MS),
    result: end.isDone ? {} : null,
    startedAt: iso(SINCE),
    settledAt: isSettled ? iso(SINCE + 60_000) : null,
  });
}
