import type { ReadMethod } from '@dungji/contracts';
import { type Db, findDocument, settleRead } from '@dungji/db';
import { type ReadPages, readDocument, UnreadableDocumentError } from '@dungji/documents';
import { type Storage, StorageError } from '@dungji/storage';
import { TaskFailure } from '../../task-failure.ts';
import { type KindRunner, kindRunner } from '../kind-runner.ts';

export interface OcrTools {
  readonly db: Db;
  readonly storage: Storage;
}

/** The largest file that is accepted anywhere (CONTRACT: uploads of at most 20 MB). */
const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** A picture is for generation and needs no words: its reading only sees that the bytes are there. */
const NOTHING_TO_READ: ReadPages = { pages: [''], method: 'OCR' };

/** Reads the text of a stored document and keeps it with the document. */
export function ocrRunner({ db, storage }: OcrTools): KindRunner {
  return kindRunner('ocr', [], async ({ input, fence, signal }) => {
    const stored = await findDocument(db, { documentId: input.documentId, userId: null });
    if (stored === null)
      throw new TaskFailure('UNREADABLE_DOCUMENT', { cause: new Error('the document was removed') });
    const bytes = await fetchBytes(storage, stored.objectKey, signal);
    const read =
      stored.document.docType === 'PICTURE'
        ? NOTHING_TO_READ
        : await readText(bytes, stored.document.contentType, signal);
    // What the text says about risks is not read yet, so nothing was found in it.
    const settled = await settleRead(db, fence, { ...read, findings: 0 }).catch((cause: unknown) => {
      throw new TaskFailure('SAVE_FAILED', { cause });
    });
    return { settled: settled !== null };
  });
}

async function fetchBytes(storage: Storage, key: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await storage.get(key, FILE_MAX_BYTES, { signal });
  } catch (cause) {
    const isTooLarge = cause instanceof StorageError && cause.reason === 'TOO_LARGE';
    throw new TaskFailure(isTooLarge ? 'UNREADABLE_DOCUMENT' : 'OCR_FAILED', { cause });
  }
}

async function readText(
  bytes: Uint8Array,
  contentType: string,
  signal: AbortSignal,
): Promise<{ pages: string[]; method: ReadMethod }> {
  try {
    return await readDocument(bytes, { contentType, signal });
  } catch (cause) {
    throw new TaskFailure(cause instanceof UnreadableDocumentError ? 'UNREADABLE_DOCUMENT' : 'OCR_FAILED', {
      cause,
    });
  }
}
