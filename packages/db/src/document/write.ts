import type { DocumentId, DocumentView, FileType, NestId, TaskId, UserId } from '@dungji/contracts';
import { appendUserEvent, type EventRow, toChangeEvent } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';

export interface NewDocument {
  readonly documentId?: DocumentId | undefined;
  readonly userId: UserId;
  readonly nestId: NestId | null;
  readonly docType: FileType;
  /** The issuing task; null: uploaded by the user. */
  readonly taskId: TaskId | null;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly pages?: number | undefined;
  /** Planned by `planObject` and uploaded. */
  readonly objectKey: string;
  readonly at?: Date | undefined;
}

/** The object a document wants to name was never planned, or is being deleted. */
export class ObjectNotStoredError extends Error {
  override readonly name = 'ObjectNotStoredError';

  constructor(key: string) {
    super(`object ${key} is not planned or is being deleted`);
  }
}

/**
 * Guard: the object is planned and not being deleted; it becomes STORED in the same statement.
 * Event: document.stored.
 * Called by: worker (within settleIssued), api (uploads).
 *
 * @throws ObjectNotStoredError when the guard does not hold; a violated `document_belongs_to_nest` when the nest is gone
 */
export async function insertDocument(sql: Sql, document: NewDocument): Promise<DocumentView> {
  const { rows } = await sql.query<EventRow>(INSERT_SQL, [
    document.documentId ?? newId.document(),
    document.userId,
    document.nestId,
    document.docType,
    document.taskId === null ? 'UPLOADED' : 'ISSUED',
    document.fileName,
    document.contentType,
    document.sizeBytes,
    document.sha256,
    document.pages ?? null,
    document.objectKey,
    document.taskId,
    document.at ?? null,
  ]);
  const events = rows.map(toChangeEvent);
  const stored = events[0]?.document;
  if (!stored) throw new ObjectNotStoredError(document.objectKey);
  sql.emit(events);
  return stored;
}

const AT = 'coalesce($13::timestamptz, now())';

const INSERT_SQL = `
  WITH object AS (
    UPDATE stored_object SET status = 'STORED', stored_at = coalesce(stored_at, ${AT})
    WHERE key = $11 AND status IN ('PLANNED', 'STORED')
    RETURNING key
  ),
  -- Before the stream's counter, as everybody does: the foreign key would lock the nest only at the end.
  place AS (SELECT FROM nest WHERE id = $3 FOR KEY SHARE),
  changed AS (
    INSERT INTO document (id, user_id, nest_id, doc_type, source, file_name, content_type, size_bytes, sha256, pages,
                          object_key, task_id, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8::bigint, $9, $10::integer, object.key, $12, ${AT}
    FROM object LEFT JOIN place ON true
    RETURNING user_id, ${AT} AS at,
      jsonb_build_object('nestId', nest_id, 'document', document_snapshot(document, NULL)) AS payload
  ),
  ${appendUserEvent('document.stored')}
  SELECT * FROM appended`;
