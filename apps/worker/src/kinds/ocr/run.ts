import type { DocumentView, TaskView } from '@dungji/contracts';
import {
  type Db,
  type DocumentText,
  type Fence,
  findDocument,
  readLedgerRecord,
  type StoredDocument,
  settleRead,
} from '@dungji/db';
import {
  type DocumentReading,
  ledgerViewOf,
  NOTHING_READ,
  READER_VERSION,
  type ReadPages,
  readDocument,
  UnreadableDocumentError,
} from '@dungji/documents';
import { type Storage, StorageError } from '@dungji/storage';
import { TaskFailure } from '../../task-failure.ts';
import { type KindRunner, kindRunner } from '../kind-runner.ts';
import { countFindings } from './count-findings.ts';

export interface OcrTools {
  readonly db: Db;
  readonly storage: Storage;
}

/** The largest file that is accepted anywhere (CONTRACT: uploads of at most 20 MB). */
const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** A picture is for generation and needs no words: its reading only sees that the bytes are there. */
const NOTHING_TO_READ: ReadPages = { pages: [''], method: 'OCR', reading: NOTHING_READ };

/** Reads a stored document and keeps its text and what it says with it. */
export function ocrRunner({ db, storage }: OcrTools): KindRunner {
  return kindRunner('ocr', [], async ({ input, fence, signal }) => {
    const stored = await findDocument(db, { documentId: input.documentId, userId: null });
    if (stored === null)
      throw new TaskFailure('UNREADABLE_DOCUMENT', { cause: new Error('the document was removed') });
    const bytes = await fetchBytes(storage, stored.objectKey, signal);
    const { docType } = stored.document;
    const isPicture = docType === 'PICTURE';
    const { reading, ...text } = isPicture
      ? NOTHING_TO_READ
      : await readPages(bytes, stored.document, signal);
    const said = isPicture ? null : ((await factsBeside(db, stored)) ?? reading);
    const settled = await saveReading(db, fence, stored, text, said).catch((cause: unknown) => {
      throw new TaskFailure('SAVE_FAILED', { cause });
    });
    return { settled: settled !== null };
  });
}

/**
 * What a document of ours was made of. Reading the facts back from our own print could only lose some, and its silence
 * about violations would be taken for their absence.
 */
async function factsBeside(db: Db, { document }: StoredDocument): Promise<DocumentReading | null> {
  if (document.docType !== 'LEDGER') return null;
  const record = await readLedgerRecord(db, document.id);
  return record && { registry: null, ledger: ledgerViewOf(record) };
}

async function saveReading(
  db: Db,
  fence: Fence,
  stored: StoredDocument,
  text: DocumentText,
  reading: DocumentReading | null,
): Promise<TaskView | null> {
  const findings = reading ? await countFindings(db, stored, reading) : 0;
  const analysis = reading && { readerVersion: READER_VERSION, ...reading };
  return settleRead(db, fence, { ...text, findings, analysis });
}

async function fetchBytes(storage: Storage, key: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await storage.get(key, FILE_MAX_BYTES, { signal });
  } catch (cause) {
    const isTooLarge = cause instanceof StorageError && cause.reason === 'TOO_LARGE';
    throw new TaskFailure(isTooLarge ? 'UNREADABLE_DOCUMENT' : 'OCR_FAILED', { cause });
  }
}

async function readPages(
  bytes: Uint8Array,
  { contentType, docType }: DocumentView,
  signal: AbortSignal,
): Promise<ReadPages> {
  try {
    return await readDocument(bytes, {
      contentType,
      docType: docType === 'PICTURE' || docType === 'VIDEO' ? null : docType,
      signal,
    });
  } catch (cause) {
    throw new TaskFailure(cause instanceof UnreadableDocumentError ? 'UNREADABLE_DOCUMENT' : 'OCR_FAILED', {
      cause,
    });
  }
}
