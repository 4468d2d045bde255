import type { DocumentId, TaskView } from '@dungji/contracts';
import { type Db, inTransaction } from '../db.ts';
import { type DocumentAnalysis, saveAnalysis } from '../document/analysis.ts';
import { type DocumentText, saveText } from '../document/text.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';
import { settleTask } from './settle.ts';

/**
 * From: PROCESSING (ocr).   To: SUCCESS, with the text and what it says on record.
 * Guard: the attempt owns the row; the row stays locked from the first statement on, so a lost attempt writes no text.
 * Event: task.resolved, with the document as it is now.
 * Null when: the task was lost, or its document was removed.
 * Called by: worker.
 */
export function settleRead(
  db: Db,
  fence: Fence,
  read: DocumentText & {
    readonly findings: number;
    /** null: the document was read for its text alone. */
    readonly analysis?: DocumentAnalysis | null;
    readonly at?: Date | undefined;
  },
): Promise<TaskView | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.query<{ documentId: DocumentId }>(
      `SELECT document_id AS "documentId" FROM task WHERE ${FENCE_SQL} AND kind = 'ocr' FOR UPDATE`,
      fenceParams(fence),
    );
    const documentId = rows[0]?.documentId;
    if (!documentId) return null;
    const { pages, method, findings, at } = read;
    if (!(await saveText(tx, { documentId, pages, method, at }))) return null;
    if (read.analysis) await saveAnalysis(tx, { documentId, ...read.analysis, at });
    const result = { documentId, pages: pages.length, method, findings };
    return settleTask(tx, fence, { status: 'SUCCESS', result }, at);
  });
}
