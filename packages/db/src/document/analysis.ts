import {
  type DocType,
  type DocumentId,
  type DocumentView,
  LedgerView,
  type NestId,
  RegistryView,
} from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import type { Viewer } from '../task/read.ts';

/** What a reader made of a document; both null: it is not what it should be. */
export interface DocumentAnalysis {
  readonly readerVersion: number;
  readonly registry: RegistryView | null;
  readonly ledger: LedgerView | null;
}

/**
 * Stores what was read from a document; a later reading replaces an earlier one.
 * Called by: worker (within settleRead).
 */
export async function saveAnalysis(
  sql: Sql,
  {
    documentId,
    readerVersion,
    registry,
    ledger,
    at,
  }: DocumentAnalysis & { readonly documentId: DocumentId; readonly at?: Date | undefined },
): Promise<void> {
  await sql.query(
    `INSERT INTO document_analysis AS a (document_id, reader_version, registry, ledger, saved_at)
     SELECT d.id, $2, $3::jsonb, $4::jsonb, coalesce($5::timestamptz, now()) FROM document d WHERE d.id = $1
     ON CONFLICT (document_id) DO UPDATE
       SET reader_version = excluded.reader_version, registry = excluded.registry, ledger = excluded.ledger,
           saved_at = excluded.saved_at`,
    [
      documentId,
      readerVersion,
      registry && JSON.stringify(registry),
      ledger && JSON.stringify(ledger),
      at ?? null,
    ],
  );
}

/** The document a nest is judged by, and what was read from it so far. */
export interface AnalysedDocument {
  readonly document: DocumentView;
  /** null: never read, or by a reader whose words nobody understands any more. */
  readonly analysis: DocumentAnalysis | null;
}

interface AnalysisRow {
  readonly document: DocumentView;
  readonly readerVersion: number | null;
  readonly registry: unknown;
  readonly ledger: unknown;
}

/** The newest document of each type of a nest; `userId: null` is the worker's look. */
export async function findAnalyses(
  sql: Sql,
  { nestId, userId }: { readonly nestId: NestId; readonly userId: Viewer },
): Promise<Record<DocType, AnalysedDocument | null>> {
  const { rows } = await sql.query<AnalysisRow>(
    `SELECT DISTINCT ON (d.doc_type) document_snapshot(d, newest_ocr_status(d.id)) AS document,
       a.reader_version AS "readerVersion", a.registry, a.ledger
     FROM document d LEFT JOIN document_analysis a ON a.document_id = d.id
     WHERE d.nest_id = $1 AND d.doc_type IN ('REGISTRY', 'LEDGER') AND ($2::text IS NULL OR d.user_id = $2)
     ORDER BY d.doc_type, d.created_at DESC, d.id DESC`,
    [nestId, userId],
  );
  return byType(rows);
}

/**
 * What stood there before: of each type the newest earlier document that was read; where none was, the newest earlier one.
 * The same file once more tells nothing about a change, so copies of the newest document are passed over.
 */
export async function findEarlierAnalyses(
  sql: Sql,
  { nestId, userId }: { readonly nestId: NestId; readonly userId: Viewer },
): Promise<Record<DocType, AnalysedDocument | null>> {
  const { rows } = await sql.query<AnalysisRow>(
    `WITH newest AS (
       SELECT DISTINCT ON (doc_type) id, doc_type, sha256 FROM document
       WHERE nest_id = $1 AND doc_type IN ('REGISTRY', 'LEDGER') AND ($2::text IS NULL OR user_id = $2)
       ORDER BY doc_type, created_at DESC, id DESC
     )
     SELECT DISTINCT ON (d.doc_type) document_snapshot(d, newest_ocr_status(d.id)) AS document,
       a.reader_version AS "readerVersion", a.registry, a.ledger
     FROM newest n
       JOIN document d ON d.nest_id = $1 AND d.doc_type = n.doc_type AND d.id <> n.id AND d.sha256 <> n.sha256
         AND ($2::text IS NULL OR d.user_id = $2)
       LEFT JOIN document_analysis a ON a.document_id = d.id
     ORDER BY d.doc_type, coalesce(a.registry, a.ledger) IS NULL, d.created_at DESC, d.id DESC`,
    [nestId, userId],
  );
  return byType(rows);
}

function byType(rows: readonly AnalysisRow[]): Record<DocType, AnalysedDocument | null> {
  const ofType = (docType: DocType): AnalysedDocument | null => {
    const row = rows.find(({ document }) => document.docType === docType);
    return row ? { document: row.document, analysis: toAnalysis(row) } : null;
  };
  return { REGISTRY: ofType('REGISTRY'), LEDGER: ofType('LEDGER') };
}

/** Older readers may have left other shapes behind. */
function toAnalysis({ readerVersion, registry, ledger }: AnalysisRow): DocumentAnalysis | null {
  if (readerVersion === null) return null;
  const views = {
    registry: RegistryView.nullable().safeParse(registry),
    ledger: LedgerView.nullable().safeParse(ledger),
  };
  if (!views.registry.success || !views.ledger.success) return null;
  return { readerVersion, registry: views.registry.data, ledger: views.ledger.data };
}
