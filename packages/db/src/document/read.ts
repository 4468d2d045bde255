import type { DocumentId, DocumentView, NestId, StoredDocType, TaskView, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import type { Viewer } from '../task/read.ts';
import { type TaskSnapshot, toTaskView } from '../task/view.ts';

export interface StoredDocument {
  readonly document: DocumentView;
  readonly userId: UserId;
  readonly nestId: NestId | null;
  readonly objectKey: string;
}

const COLUMNS = `document_snapshot(d, newest_ocr_status(d.id)) AS document,
  d.user_id AS "userId", d.nest_id AS "nestId", d.object_key AS "objectKey"`;

/** `userId: null` is the worker's or an operator's look. Null: no such document of this user. */
export async function findDocument(
  sql: Sql,
  { documentId, userId }: { readonly documentId: DocumentId; readonly userId: Viewer },
): Promise<StoredDocument | null> {
  const { rows } = await sql.query<StoredDocument>(
    `SELECT ${COLUMNS} FROM document d WHERE d.id = $1 AND ($2::text IS NULL OR d.user_id = $2)`,
    [documentId, userId],
  );
  return rows[0] ?? null;
}

/** A person has a few documents a year; the bound only keeps a runaway from filling an answer. */
const DOCUMENTS_MAX = 200;

export interface ListDocumentsQuery {
  readonly userId: UserId;
  readonly nestId?: NestId | undefined;
  readonly docType?: StoredDocType | undefined;
}

/** Somebody's documents, newest first: those that were replaced are the history of the one that stands. */
export async function listDocuments(sql: Sql, query: ListDocumentsQuery): Promise<DocumentView[]> {
  const { rows } = await sql.query<{ document: DocumentView }>(
    `SELECT ${COLUMNS} FROM document d
     WHERE d.user_id = $1 AND ($2::text IS NULL OR d.nest_id = $2) AND ($3::text IS NULL OR d.doc_type = $3)
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${DOCUMENTS_MAX}`,
    [query.userId, query.nestId ?? null, query.docType ?? null],
  );
  return rows.map((row) => row.document);
}

/** The newest task that reads or read it. Null: it was never asked to be read. */
export async function newestReading(sql: Sql, documentId: DocumentId): Promise<TaskView | null> {
  const { rows } = await sql.query<{ view: TaskSnapshot }>(
    `SELECT task_snapshot(t) AS view FROM task t WHERE t.kind = 'ocr' AND t.document_id = $1
     ORDER BY t.created_at DESC, t.id DESC LIMIT 1`,
    [documentId],
  );
  return rows[0] ? toTaskView(rows[0].view) : null;
}
