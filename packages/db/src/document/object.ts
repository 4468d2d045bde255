import type { TaskId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

export type ObjectPurpose = 'document' | 'screenshot' | 'trace';

/**
 * Writes a key down before its upload begins, so that bytes nobody refers to can always be found. Repeating it is fine.
 *
 * False when: the key is being deleted; choose another one.
 * Called by: worker, api.
 */
export async function planObject(
  sql: Sql,
  object: {
    readonly key: string;
    readonly purpose: ObjectPurpose;
    readonly taskId?: TaskId;
    readonly at?: Date;
  },
): Promise<boolean> {
  const { count } = await sql.query(
    `INSERT INTO stored_object AS o (key, purpose, task_id, planned_at)
     VALUES ($1, $2, $3, coalesce($4::timestamptz, now()))
     ON CONFLICT (key) DO UPDATE SET purpose = o.purpose WHERE o.status IN ('PLANNED', 'STORED')
     RETURNING key`,
    [object.key, object.purpose, object.taskId ?? null, object.at ?? null],
  );
  return count === 1;
}

/** The upload was acknowledged. False when: the key is unknown or being deleted. Called by: worker, api. */
export async function markObjectStored(sql: Sql, key: string, at?: Date): Promise<boolean> {
  const { count } = await sql.query(
    `UPDATE stored_object SET status = 'STORED', stored_at = coalesce($2::timestamptz, now())
     WHERE key = $1 AND status IN ('PLANNED', 'STORED')`,
    [key, at ?? null],
  );
  return count === 1;
}

export interface FindOrphanObjects {
  /** Age from which an object without a document is an orphan; above the longest upload. */
  readonly graceMs: number;
  /** Age from which screenshots and traces are dropped; default 7 days, as long as events. */
  readonly keepArtefactsMs?: number;
  readonly batch: number;
  readonly at?: Date;
}

const KEEP_ARTEFACTS_MS = 604_800_000;

/**
 * From: PLANNED or STORED without a document (or an old artefact).   To: DELETING, so that no document can take it any more.
 * Also returns what an earlier sweep left DELETING, and what was DELETED a grace period ago: an upload that hung all
 * that time may have brought the bytes back, so each key is deleted twice before it is forgotten.
 * Guard: no document names it, and its task is over. It reads only objects without document (partial index).
 * Called by: sweep. Delete each key from the storage, then `forgetObject`.
 */
export async function findOrphanObjects(sql: Sql, find: FindOrphanObjects): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(FIND_ORPHANS_SQL, [
    find.graceMs,
    find.keepArtefactsMs ?? KEEP_ARTEFACTS_MS,
    find.batch,
    find.at ?? null,
  ]);
  return rows.map((row) => row.key);
}

const AT = 'coalesce($4::timestamptz, now())';
const GRACE_AGO = `${AT} - $1::bigint * interval '1 millisecond'`;

const FIND_ORPHANS_SQL = `
  WITH orphan AS (
    SELECT o.key FROM stored_object o
    WHERE NOT o.has_document AND o.planned_at <= ${GRACE_AGO}
      AND (
        (o.status IN ('PLANNED', 'STORED')
          AND (o.purpose = 'document' OR o.planned_at <= ${AT} - $2::bigint * interval '1 millisecond')
          AND NOT EXISTS (SELECT FROM task t WHERE t.id = o.task_id AND t.status IN ('PENDING', 'PROCESSING')))
        OR (o.status = 'DELETING' AND o.deleting_since <= ${GRACE_AGO})
        OR (o.status = 'DELETED' AND o.deleted_at <= ${GRACE_AGO}))
    ORDER BY o.planned_at, o.key
    LIMIT $3
    FOR UPDATE SKIP LOCKED
  )
  UPDATE stored_object SET
    status = CASE WHEN status = 'DELETED' THEN status ELSE 'DELETING' END,
    deleting_since = ${AT}
  FROM orphan WHERE stored_object.key = orphan.key
  RETURNING stored_object.key`;

/**
 * From: DELETING.   To: DELETED.   From: DELETED.   To: forgotten.
 * Called by: sweep, after the storage deleted the bytes.
 */
export async function forgetObject(sql: Sql, key: string, at?: Date): Promise<void> {
  await sql.query(
    `WITH forgotten AS (DELETE FROM stored_object WHERE key = $1 AND status = 'DELETED')
     UPDATE stored_object SET status = 'DELETED', deleted_at = coalesce($2::timestamptz, now())
     WHERE key = $1 AND status = 'DELETING'`,
    [key, at ?? null],
  );
}

/** Screenshots and traces kept for a task, newest first. Called by: api (operators). */
export async function listArtefacts(
  sql: Sql,
  taskId: TaskId,
): Promise<{ key: string; purpose: 'screenshot' | 'trace'; plannedAt: Date }[]> {
  const { rows } = await sql.query<{ key: string; purpose: 'screenshot' | 'trace'; plannedAt: Date }>(
    `SELECT key, purpose, planned_at AS "plannedAt" FROM stored_object
     WHERE task_id = $1 AND purpose <> 'document' AND status = 'STORED' ORDER BY planned_at DESC`,
    [taskId],
  );
  return rows;
}
