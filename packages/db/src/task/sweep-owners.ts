import type { TaskErrorCode, TaskId, TaskKind, TaskView } from '@dungji/contracts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';
import { giveUpOwnerSql } from './retry.ts';
import { failedSql } from './settle.ts';

export interface OwnedTask extends Fence {
  readonly kind: TaskKind;
  readonly workerId: string;
  /** When a sweep first found the owner's heartbeat gone; null while it is seen. */
  readonly missingSince: Date | null;
  /** How long that is ago, by the database's clock. */
  readonly missingForMs: number | null;
  /** Attempts that no longer count against the kind's policy. */
  readonly attemptsBefore: number;
  /** A `once` step that was started and not finished: another attempt must reconcile it first. */
  readonly onceInDoubt: boolean;
  /** A `once` step that is done: what it did outside is on record. */
  readonly onceDone: boolean;
}

export interface KeysetPage {
  /** Id of the last row of the batch before. */
  readonly after?: TaskId | undefined;
  readonly batch: number;
}

/** Tasks with an owner, for the heartbeat check. Called by: sweep. */
export async function listOwned(sql: Sql, { after, batch }: KeysetPage): Promise<OwnedTask[]> {
  const { rows } = await sql.query<OwnedTask>(
    `SELECT id AS "taskId", kind, attempt, worker_id AS "workerId", boot_id AS "bootId",
            attempts_before AS "attemptsBefore",
            worker_missing_since AS "missingSince",
            (extract(epoch FROM now() - worker_missing_since) * 1000)::double precision AS "missingForMs",
            EXISTS (SELECT FROM task_step s
                    WHERE s.task_id = task.id AND s.mode = 'once' AND s.status = 'STARTED') AS "onceInDoubt",
            EXISTS (SELECT FROM task_step s
                    WHERE s.task_id = task.id AND s.mode = 'once' AND s.status = 'DONE') AS "onceDone"
     FROM task WHERE worker_id IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
    [after ?? '', batch],
  );
  return rows;
}

/**
 * First look at a missing heartbeat: remembered, not yet believed. An emptied or restarted Redis must not look like
 * mass death. A later look leaves the first moment as it is.
 *
 * Guard: the attempt owns the row.   Event: none.   Called by: sweep.
 */
export async function markWorkerMissing(sql: Sql, fence: Fence, at?: Date): Promise<boolean> {
  const { count } = await sql.query(
    `UPDATE task SET worker_missing_since = coalesce(worker_missing_since, $4::timestamptz, now()) WHERE ${FENCE_SQL}`,
    [...fenceParams(fence), at ?? null],
  );
  return count === 1;
}

/** The heartbeat was seen again. Guard: the attempt owns the row.   Event: none.   Called by: sweep. */
export async function clearWorkerMissing(sql: Sql, fence: Fence): Promise<boolean> {
  const { count } = await sql.query(
    `UPDATE task SET worker_missing_since = NULL WHERE ${FENCE_SQL} AND worker_missing_since IS NOT NULL`,
    fenceParams(fence),
  );
  return count === 1;
}

export type TakeTask = Fence & {
  readonly code: TaskErrorCode;
  /** How the task ends instead when no time is left for another attempt; `code` unless given. */
  readonly codeIfLate?: TaskErrorCode | undefined;
  readonly at?: Date | undefined;
} & NextAttemptIfAny;

/** As in a retry; null: the kind allows no further attempt, so the task FAILS. */
type NextAttemptIfAny =
  | { readonly retryAfterMs: number | null; readonly retryAt?: never }
  | { readonly retryAt: Date | null; readonly retryAfterMs?: never };

/**
 * From: PROCESSING, owned by a worker found dead.   To: PROCESSING without owner, or FAILED(code).
 * Guard: that attempt still owns the row and is still marked missing. A next attempt beyond the limit FAILS at once;
 * both are judged by the database's clock.
 * Event: task.retrying or task.resolved.
 * Null when: the owner was seen again, settled, or somebody else took the task.
 * Called by: sweep.
 */
export async function takeTask(sql: Sql, take: TakeTask): Promise<TaskView | null> {
  const { retryAt = null, retryAfterMs = null, at = null } = take;
  const mayRetry = retryAt !== null || retryAfterMs !== null;
  const next = [retryAt, retryAfterMs, at];
  const waiting = mayRetry && (await changeTask(sql, TAKE_SQL, [...fenceParams(take), take.code, ...next]));
  if (waiting) return waiting;
  const code = mayRetry ? (take.codeIfLate ?? take.code) : take.code;
  return changeTask(sql, TAKE_AND_FAIL_SQL, [...fenceParams(take), code, ...next]);
}

const AT = 'coalesce($7::timestamptz, now())';
/** Null: the kind allows no further attempt. */
const NEXT_RETRY_AT = `coalesce($5::timestamptz, ${AT} + $6::double precision * interval '1 millisecond')`;

const TAKE_SQL = `
  WITH changed AS (
    UPDATE task SET ${giveUpOwnerSql('$4', NEXT_RETRY_AT, AT)}
    WHERE ${FENCE_SQL} AND worker_missing_since IS NOT NULL AND ${NEXT_RETRY_AT} < deadline_at
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.retrying')}
  SELECT * FROM appended`;

const TAKE_AND_FAIL_SQL = `
  WITH changed AS (
    UPDATE task SET ${failedSql('$4', AT)}
    WHERE ${FENCE_SQL} AND worker_missing_since IS NOT NULL
      AND (${NEXT_RETRY_AT} IS NULL OR ${NEXT_RETRY_AT} >= deadline_at)
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;

export interface UnqueuedTask {
  readonly taskId: TaskId;
  readonly kind: TaskKind;
  /** The attempt a job would start. */
  readonly attempt: number;
  /** The job believed to be queued, to be looked for; null: none is known. */
  readonly jobId: string | null;
  readonly nextRetryAt: Date | null;
  /** How long until then, by the database's clock; 0 when it has come. */
  readonly retryInMs: number;
}

/**
 * Tasks that wait for a worker and have waited longer than a dispatch takes; one that was let go to a provider does not. Whether their job exists is for the
 * caller to ask: Redis may have forgotten it.
 *
 * Called by: sweep.
 */
export async function findUnqueued(
  sql: Sql,
  query: KeysetPage & { readonly olderThanMs: number; readonly at?: Date | undefined },
): Promise<UnqueuedTask[]> {
  const { rows } = await sql.query<UnqueuedTask>(
    `SELECT id AS "taskId", kind, attempt + 1 AS attempt, job_id AS "jobId", next_retry_at AS "nextRetryAt",
            greatest(0, extract(epoch FROM next_retry_at - coalesce($4::timestamptz, now())) * 1000)::double precision AS "retryInMs"
     FROM task
     WHERE worker_id IS NULL AND status IN ('PENDING', 'PROCESSING') AND id > $1
       AND (status = 'PENDING' OR next_retry_at IS NOT NULL)
       AND greatest(pending_at, last_attempt_at) <= coalesce($4::timestamptz, now()) - $3::bigint * interval '1 millisecond'
     ORDER BY id LIMIT $2`,
    [query.after ?? '', query.batch, query.olderThanMs, query.at ?? null],
  );
  return rows;
}
