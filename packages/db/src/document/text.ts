import type { DocumentId, ReadMethod } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

export interface DocumentText {
  /** One entry per page, in order. */
  readonly pages: string[];
  readonly method: ReadMethod;
}

/**
 * Stores the text of a document and its number of pages; a later reading replaces an earlier one.
 * False when: the document is gone.
 * Called by: worker (within settleRead).
 */
export async function saveText(
  sql: Sql,
  {
    documentId,
    pages,
    method,
    at,
  }: DocumentText & { readonly documentId: DocumentId; readonly at?: Date | undefined },
): Promise<boolean> {
  // Postgres' text cannot hold NUL, which broken PDFs do contain.
  const clean = pages.map((page) => page.replaceAll('\0', ''));
  const { count } = await sql.query(
    `WITH counted AS (UPDATE document SET pages = $4 WHERE id = $1 RETURNING id)
     INSERT INTO document_text AS t (document_id, pages, method, saved_at)
     SELECT counted.id, $2::text[], $3, coalesce($5::timestamptz, now()) FROM counted
     ON CONFLICT (document_id) DO UPDATE
       SET pages = excluded.pages, method = excluded.method, saved_at = excluded.saved_at`,
    [documentId, clean, method, clean.length, at ?? null],
  );
  return count === 1;
}

/** Null: the document has not been read. */
export async function readText(sql: Sql, documentId: DocumentId): Promise<DocumentText | null> {
  const { rows } = await sql.query<DocumentText>(
    'SELECT pages, method FROM document_text WHERE document_id = $1',
    [documentId],
  );
  return rows[0] ?? null;
}
