import type {
  DocType,
  DocumentId,
  DocumentView,
  LedgerRecord,
  Limits,
  NestId,
  TaskView,
  UserId,
} from '@dungji/contracts';
import { type Db, inTransaction, type Tx } from '../db.ts';
import { keepLedgerRecord } from '../document/ledger-record.ts';
import { insertDocument } from '../document/write.ts';
import { newId } from '../ids.ts';
import { acceptTask } from './accept.ts';
import { FENCE_SQL, type Fence, fenceParams } from './fence.ts';
import { settleTask } from './settle.ts';

export interface IssuedDocument {
  readonly documentId?: DocumentId;
  readonly objectKey: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** What the open API said, when the file was made of that. */
  readonly ledgerRecord?: LedgerRecord | undefined;
}

export interface Issued {
  /** The issuance, settled. */
  readonly task: TaskView;
  readonly document: DocumentView;
  /** Accepted, not yet dispatched: dispatch it, or leave it to the sweep. */
  readonly ocrTask: TaskView;
}

/**
 * From: PROCESSING (issuance).   To: SUCCESS; and a document, its stored object, and an ocr task PENDING.
 * Guard: the attempt owns the row; the row stays locked from the first statement on.
 * Events: document.stored, task.resolved, task.accepted, all or none.
 * Null when: the task was lost.
 * Called by: worker.
 *
 * Either all of it is on record or nothing is, so a SUCCESS without document or reading cannot be seen.
 *
 * @throws ObjectNotStoredError when the object's key was never planned
 */
export function settleIssued(
  db: Db,
  fence: Fence,
  issued: { readonly document: IssuedDocument; readonly limits: Limits; readonly at?: Date | undefined },
): Promise<Issued | null> {
  return inTransaction(db, async (tx) => {
    const place = await lockIssuance(tx, fence);
    if (!place) return null;
    const { limits, at } = issued;
    const documentId = issued.document.documentId ?? newId.document();
    const ocrTaskId = newId.task();
    const document = await insertDocument(tx, {
      ...issued.document,
      ...place,
      documentId,
      taskId: fence.taskId,
      at,
    });
    const { ledgerRecord } = issued.document;
    if (ledgerRecord) await keepLedgerRecord(tx, documentId, ledgerRecord);
    const task = await settleTask(
      tx,
      fence,
      { status: 'SUCCESS', result: { documentId, ocrTaskId }, documentId },
      at,
    );
    const reading = await acceptTask(tx, {
      kind: 'ocr',
      userId: place.userId,
      input: { documentId },
      documentId,
      taskId: ocrTaskId,
      limits,
      at,
    });
    if (!task || reading.outcome !== 'accepted') {
      throw new Error(
        `issuance ${fence.taskId}: locked row or new document changed under its own transaction`,
      );
    }
    return { task, document, ocrTask: reading.task };
  });
}

interface Place {
  readonly userId: UserId;
  readonly nestId: NestId;
  readonly docType: DocType;
}

async function lockIssuance(tx: Tx, fence: Fence): Promise<Place | null> {
  const { rows } = await tx.query<Place>(
    `SELECT user_id AS "userId", nest_id AS "nestId", doc_type AS "docType" FROM task
     WHERE ${FENCE_SQL} AND kind = 'issuance' FOR UPDATE`,
    fenceParams(fence),
  );
  return rows[0] ?? null;
}
