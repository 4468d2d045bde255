import { type Db, findAnalyses, findNest, type StoredDocument } from '@dungji/db';
import { type DocumentReading, findingsOf, READER_VERSION, subjectOf } from '@dungji/documents';

/** How many findings the nest of this document has with what was just read; 0 when it belongs to none. */
export async function countFindings(
  db: Db,
  { document, userId, nestId }: StoredDocument,
  reading: DocumentReading,
): Promise<number> {
  if (nestId === null || document.docType === 'PICTURE') return 0;
  const [nest, stored] = await Promise.all([
    findNest(db, { nestId, userId }),
    findAnalyses(db, { nestId, userId }),
  ]);
  if (!nest) return 0;
  const own = {
    document: { ...document, analysis: 'DONE' as const },
    analysis: { readerVersion: READER_VERSION, ...reading },
  };
  return findingsOf(subjectOf(nest, { ...stored, [document.docType]: own }, new Date())).length;
}
