import type { DocumentId, LedgerRecord } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

/** Keeps what a document was made of. Called by: worker (within settleIssued). */
export async function keepLedgerRecord(
  sql: Sql,
  documentId: DocumentId,
  record: LedgerRecord,
): Promise<void> {
  await sql.query('INSERT INTO ledger_record (document_id, record) VALUES ($1, $2::jsonb)', [
    documentId,
    JSON.stringify(record),
  ]);
}

/** Null: the document came as a file, so its facts are to be read from its pages. */
export async function readLedgerRecord(sql: Sql, documentId: DocumentId): Promise<LedgerRecord | null> {
  const { rows } = await sql.query<{ record: LedgerRecord }>(
    'SELECT record FROM ledger_record WHERE document_id = $1',
    [documentId],
  );
  return rows[0]?.record ?? null;
}
