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
  /** A `once` step that was started and not finished: another attempt must reconcile it first. */
  readonly onceInDoubt: boolean;
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
            worker_missing_since AS "missingSince",
            (extract(epoch FROM now() - worker_missing_since) * 1000)::double precision AS "missingForMs",
            EXISTS (SELECT FROM task_step s
                    WHERE s.task_id = task.id AND s.mode = 'once' AND s.status = 'STARTED') AS "onceInDoubt"
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

export interface TakeTask extends Fence {
  readonly code: TaskErrorCode;
  /** When the next attempt may begin; null: the kind allows none, the task FAILS. */
  readonly retryAt: Date | null;
  readonly at?: Date | undefined;
}

/**
 * From: PROCESSING, owned by a worker found dead.   To: PROCESSING without owner, or FAILED(code).
 * Guard: that attempt still owns the row and is still marked missing. A `retryAt` beyond the limit FAILS at once.
 * Event: task.retrying or task.resolved.
 * Null when: the owner was seen again, settled, or somebody else took the task.
 * Called by: sweep.
 */
export async function takeTask(sql: Sql, take: TakeTask): Promise<TaskView | null> {
  const params = [...fenceParams(take), take.code];
  const at = take.at ?? null;
  const waiting = take.retryAt && (await changeTask(sql, TAKE_SQL, [...params, take.retryAt, at]));
  return waiting ?? changeTask(sql, TAKE_AND_FAIL_SQL, [...params, take.retryAt, at]);
}

const AT = 'coalesce($6::timestamptz, now())';

const TAKE_SQL = `
  WITH changed AS (
    UPDATE task SET ${giveUpOwnerSql('$4', '$5::timestamptz', AT)}
    WHERE ${FENCE_SQL} AND worker_missing_since IS NOT NULL AND $5::timestamptz < deadline_at
    RETURNING ${changedSql(AT)}
  ),
  ${appendTaskEvent('task.retrying')}
  SELECT * FROM appended`;

const TAKE_AND_FAIL_SQL = `
  WITH changed AS (
    UPDATE task SET ${failedSql('$4', AT)}
    WHERE ${FENCE_SQL} AND worker_missing_since IS NOT NULL
      AND ($5::timestamptz IS NULL OR $5::timestamptz >= deadline_at)
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
}

/**
 * Tasks that wait for a worker and have waited longer than a dispatch takes. Whether their job exists is for the
 * caller to ask: Redis may have forgotten it.
 *
 * Called by: sweep.
 */
export async function findUnqueued(
  sql: Sql,
  query: KeysetPage & { readonly olderThanMs: number; readonly at?: Date | undefined },
): Promise<UnqueuedTask[]> {
  const { rows } = await sql.query<UnqueuedTask>(
    `SELECT id AS "taskId", kind, attempt + 1 AS attempt, job_id AS "jobId", next_retry_at AS "nextRetryAt"
     FROM task
     WHERE worker_id IS NULL AND status IN ('PENDING', 'PROCESSING') AND id > $1
       AND greatest(pending_at, last_attempt_at) <= coalesce($4::timestamptz, now()) - $3::bigint * interval '1 millisecond'
     ORDER BY id LIMIT $2`,
    [query.after ?? '', query.batch, query.olderThanMs, query.at ?? null],
  );
  return rows;
}
