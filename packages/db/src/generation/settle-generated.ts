import type { DocumentId, DocumentView, TaskErrorCode, TaskId, TaskView, UserId } from '@dungji/contracts';
import { type Db, inTransaction } from '../db.ts';
import { insertDocument } from '../document/write.ts';
import { appendTaskEvent, changedSql, changeTask } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { endedSql, failedSql } from '../task/settle.ts';
import { stretchSql } from './hand-over.ts';

/** What was handed over and is nobody's: only such a task may be settled by whoever looks at it. */
const HANDED_OVER_SQL = `id = $1 AND kind = 'generation' AND status = 'PROCESSING' AND worker_id IS NULL
  AND EXISTS (SELECT FROM generation g WHERE g.task_id = $1)`;

/**
 * Tells the owner that the video is ready there, and is being fetched.
 *
 * From: PROCESSING, handed over.   To: the same, further on.
 * Guard: it was not told before.   Event: task.progressed.
 * Null when: it was, or the task is over.
 * Called by: every settler, before it fetches the file.
 */
export function markReady(sql: Sql, taskId: TaskId, at?: Date): Promise<TaskView | null> {
  return changeTask(sql, READY_SQL, [taskId, at ?? null]);
}

const READY_SQL = `
  WITH changed AS (
    UPDATE task SET version = version + 1, progress = ${stretchSql(2)}
    WHERE ${HANDED_OVER_SQL} AND progress IS DISTINCT FROM ${stretchSql(2)}
    RETURNING ${changedSql('coalesce($2::timestamptz, now())')}
  ),
  ${appendTaskEvent('task.progressed')}
  SELECT * FROM appended`;

export interface GeneratedFile {
  readonly objectKey: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * From: PROCESSING, handed over.   To: SUCCESS, and a document with its stored object.
 * Guard: the task goes on and nobody owns it; its row stays locked from the first statement on.
 * Events: document.stored, task.resolved, both or none.
 * Null when: somebody settled it meanwhile, be it by its ceiling. Nothing is taken back then.
 * Called by: every settler.
 *
 * @throws ObjectNotStoredError when the object's key was never planned
 */
export function settleGenerated(
  db: Db,
  taskId: TaskId,
  file: GeneratedFile & { readonly at?: Date | undefined },
): Promise<{ readonly task: TaskView; readonly document: DocumentView } | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.query<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM task WHERE ${HANDED_OVER_SQL} FOR UPDATE`,
      [taskId],
    );
    const owner = rows[0];
    if (!owner) return null;
    const documentId: DocumentId = newId.document();
    const document = await insertDocument(tx, {
      ...file,
      ...owner,
      documentId,
      nestId: null,
      docType: 'VIDEO',
      taskId,
    });
    const task = await changeTask(tx, SUCCEED_SQL, [taskId, documentId, file.at ?? null]);
    if (!task) throw new Error(`generation ${taskId}: a locked row changed under its own transaction`);
    return { task, document };
  });
}

const SUCCEEDED_AT = 'coalesce($3::timestamptz, now())';

const SUCCEED_SQL = `
  WITH changed AS (
    UPDATE task SET
      status = 'SUCCESS',
      result = jsonb_build_object('documentId', $2::text),
      document_id = $2,
      progress = ${stretchSql(3)},
      ${endedSql(SUCCEEDED_AT)}
    WHERE ${HANDED_OVER_SQL}
    RETURNING ${changedSql(SUCCEEDED_AT)}
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;

/**
 * From: PROCESSING, handed over.   To: FAILED(code), refunded in the same statement.
 * Guard: the task goes on and nobody owns it. A `submit` that is STARTED becomes PENDING when `neverSubmitted`.
 * Event: task.resolved and credits.changed.
 * Null when: somebody settled it meanwhile.
 * Called by: every settler.
 */
export function failGeneration(
  sql: Sql,
  fail: {
    readonly taskId: TaskId;
    readonly code: TaskErrorCode;
    /** The provider says that it never got it. */
    readonly neverSubmitted?: boolean;
    readonly at?: Date | undefined;
  },
): Promise<TaskView | null> {
  return changeTask(sql, FAIL_SQL, [fail.taskId, fail.code, fail.neverSubmitted ?? false, fail.at ?? null]);
}

const FAILED_AT = 'coalesce($4::timestamptz, now())';

const FAIL_SQL = `
  WITH changed AS (
    UPDATE task SET ${failedSql('$2', FAILED_AT)}
    WHERE ${HANDED_OVER_SQL}
    RETURNING ${changedSql(FAILED_AT)}
  ),
  freed AS (
    UPDATE task_step SET status = 'PENDING', started_at = NULL
    FROM changed
    WHERE $3::boolean AND task_step.task_id = changed.id AND mode = 'once' AND task_step.status = 'STARTED'
  ),
  ${appendTaskEvent('task.resolved')}
  SELECT * FROM appended`;
