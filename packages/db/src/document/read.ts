import type { DocumentId, DocumentView, NestId, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import type { Viewer } from '../task/read.ts';

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

/** A nest has a few documents a year; the bound only keeps a runaway from filling an answer. */
const DOCUMENTS_MAX = 200;

/** The documents of a nest, newest first. */
export async function listDocuments(
  sql: Sql,
  { userId, nestId }: { readonly userId: UserId; readonly nestId: NestId },
): Promise<DocumentView[]> {
  const { rows } = await sql.query<{ document: DocumentView }>(
    `SELECT ${COLUMNS} FROM document d WHERE d.nest_id = $2 AND d.user_id = $1
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${DOCUMENTS_MAX}`,
    [userId, nestId],
  );
  return rows.map((row) => row.document);
}
