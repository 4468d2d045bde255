import type {
  CreateUpload,
  DocumentId,
  DocumentView,
  Limits,
  NestId,
  StoredDocType,
  TaskView,
  UserId,
} from '@dungji/contracts';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { acceptTask } from '../task/accept.ts';
import { insertDocument } from './write.ts';

/** More than anybody sends side by side; it bounds what one person can leave lying in the storage unseen. */
export const OPEN_UPLOADS_MAX = 20;

export type OpenUploadAnswer =
  | { readonly outcome: 'opened'; readonly documentId: DocumentId; readonly objectKey: string }
  /** The nest is gone or not the user's. */
  | { readonly outcome: 'missing' }
  /** So many are open already; the first of them ends at `until`. */
  | { readonly outcome: 'too_many'; readonly until: Date };

/**
 * Writes down an upload and the key of its object, before anybody can send a byte.
 *
 * Guard: the nest is the user's; fewer than OPEN_UPLOADS_MAX links of the user are alive. The user's row is locked, so
 * that parallel calls count each other.
 * Called by: api.
 *
 * @param upload.lifeMs of the link; at most the grace period of orphan objects, or the sweep would take a living upload's
 */
export function openUpload(
  db: Db,
  upload: CreateUpload & { readonly userId: UserId; readonly lifeMs: number; readonly at?: Date },
): Promise<OpenUploadAnswer> {
  const documentId = newId.document();
  const objectKey = `uploads/${documentId}`;
  return inTransaction(db, async (tx) => {
    await tx.query('SELECT FROM auth_user WHERE id = $1 FOR NO KEY UPDATE', [upload.userId]);
    const { rows } = await tx.query<{ placed: boolean; opened: boolean; until: Date | null }>(OPEN_SQL, [
      documentId,
      upload.userId,
      upload.nestId ?? null,
      upload.docType,
      upload.fileName,
      upload.contentType,
      upload.sizeBytes,
      upload.sha256,
      objectKey,
      upload.lifeMs,
      upload.at ?? null,
    ]);
    const row = rows[0];
    if (row?.opened) return { outcome: 'opened', documentId, objectKey };
    return row?.placed && row.until ? { outcome: 'too_many', until: row.until } : { outcome: 'missing' };
  });
}

const OPEN_AT = 'coalesce($11::timestamptz, now())';

const OPEN_SQL = `
  WITH place AS (
    SELECT FROM nest WHERE id = $3 AND user_id = $2 FOR KEY SHARE
  ),
  room AS (
    SELECT count(*) < ${OPEN_UPLOADS_MAX} AS free, min(expires_at) AS until,
           $3::text IS NULL OR EXISTS (SELECT FROM place) AS placed
    FROM upload WHERE user_id = $2 AND expires_at > ${OPEN_AT}
  ),
  planned AS (
    INSERT INTO stored_object (key, purpose, planned_at)
    SELECT $9, 'document', ${OPEN_AT} FROM room WHERE free AND placed
    RETURNING key
  ),
  opened AS (
    INSERT INTO upload (document_id, user_id, nest_id, doc_type, file_name, content_type, size_bytes, sha256, object_key,
                        created_at, expires_at)
    SELECT $1, $2, $3, $4, $5, $6, $7::bigint, $8, key, ${OPEN_AT}, ${OPEN_AT} + $10::bigint * interval '1 millisecond'
    FROM planned
    RETURNING document_id
  )
  SELECT placed, until, EXISTS (SELECT FROM opened) AS opened FROM room`;

export interface Upload {
  readonly documentId: DocumentId;
  readonly userId: UserId;
  readonly nestId: NestId | null;
  readonly docType: StoredDocType;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly objectKey: string;
  /** The sweep has taken its object: too late to complete it. */
  readonly isSwept: boolean;
}

interface UploadRef {
  readonly documentId: DocumentId;
  readonly userId: UserId;
}

/** Null: nobody announced it, it is somebody else's, it is a document by now, or it was refused. */
export async function findUpload(sql: Sql, ref: UploadRef): Promise<Upload | null> {
  const { rows } = await sql.query<Upload>(
    `SELECT u.document_id AS "documentId", u.user_id AS "userId", u.nest_id AS "nestId", u.doc_type AS "docType",
            u.file_name AS "fileName", u.content_type AS "contentType", u.size_bytes AS "sizeBytes", u.sha256,
            u.object_key AS "objectKey", o.status NOT IN ('PLANNED', 'STORED') AS "isSwept"
     FROM upload u JOIN stored_object o ON o.key = u.object_key
     WHERE u.document_id = $1 AND u.user_id = $2`,
    [ref.documentId, ref.userId],
  );
  return rows[0] ?? null;
}

export interface CompletedUpload {
  readonly document: DocumentView;
  /** Accepted, not yet dispatched. */
  readonly ocrTask: TaskView;
}

/**
 * The file was looked at and lies at `objectKey`, where its sender cannot write: it becomes a document, and the task that
 * reads it is accepted.
 *
 * Guard: the upload is still there; its row is locked, so of two calls one completes it.
 * Events: document.stored, task.accepted, both or none.
 * Null when: it was completed, refused or removed meanwhile.
 * Called by: api. The object of the upload is left DELETING: delete it, then `forgetObject`.
 *
 * Locks the nest before the upload, as its removal does.
 *
 * @throws ObjectNotStoredError when `objectKey` was never planned
 */
export function completeUpload(
  db: Db,
  upload: UploadRef & { readonly objectKey: string; readonly limits: Limits; readonly at?: Date },
): Promise<CompletedUpload | null> {
  const { documentId, userId, objectKey, limits, at } = upload;
  return inTransaction(db, async (tx) => {
    const announced = await lockUpload(tx, upload);
    if (!announced) return null;
    await rejectUpload(tx, upload);
    const document = await insertDocument(tx, { ...announced, objectKey, taskId: null, at });
    const reading = await acceptTask(tx, {
      kind: 'ocr',
      userId,
      input: { documentId },
      documentId,
      limits,
      at,
    });
    if (reading.outcome !== 'accepted') {
      throw new Error(`upload ${documentId}: a new document changed under its own transaction`);
    }
    return { document, ocrTask: reading.task };
  });
}

async function lockUpload(tx: Tx, ref: UploadRef): Promise<Upload | null> {
  await tx.query(
    'SELECT FROM nest WHERE id = (SELECT nest_id FROM upload WHERE document_id = $1 AND user_id = $2) FOR KEY SHARE',
    [ref.documentId, ref.userId],
  );
  const { count } = await tx.query('SELECT FROM upload WHERE document_id = $1 AND user_id = $2 FOR UPDATE', [
    ref.documentId,
    ref.userId,
  ]);
  return count === 0 ? null : findUpload(tx, ref);
}

/**
 * Ends an upload. Its object becomes DELETING, so nothing can take it any more: delete it, then `forgetObject`. The link
 * may bring bytes back until it expires; the sweep deletes a forgotten key once more.
 *
 * False when: there is no such upload (any more).
 * Called by: api.
 */
export async function rejectUpload(sql: Sql, ref: UploadRef & { readonly at?: Date }): Promise<boolean> {
  const { rows } = await sql.query<{ ended: boolean }>(
    `WITH ended AS (DELETE FROM upload WHERE document_id = $1 AND user_id = $2 RETURNING object_key),
     released AS (
       UPDATE stored_object SET status = 'DELETING', deleting_since = coalesce($3::timestamptz, now())
       FROM ended WHERE key = ended.object_key AND status IN ('PLANNED', 'STORED')
     )
     SELECT EXISTS (SELECT FROM ended) AS ended`,
    [ref.documentId, ref.userId, ref.at ?? null],
  );
  return rows[0]?.ended === true;
}
