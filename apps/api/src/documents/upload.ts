import { randomUUID } from 'node:crypto';
import type { Accepted, CreateUpload, DocumentId, UploadTicket, UserId } from '@dungji/contracts';
import {
  completeUpload as becomeDocument,
  findUpload,
  forgetObject,
  openUpload,
  planObject,
  rejectUpload,
  type Upload,
} from '@dungji/db';
import { type Storage, StorageError } from '@dungji/storage';
import { accepted, dispatch } from '../accepted.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';
import { HEAD_BYTES, isTruly } from './content.ts';
import { repeatedReading } from './reading.ts';

/** 20 MB at 200 kbit/s: whoever begins in time and sends slower than that is stopped by the network long before. */
const LINK_LIFE_MS = 900_000;

/**
 * A link to send one announced file by, and nothing else: its size and type are part of the signature. What arrives is
 * looked at by `completeUpload` all the same.
 *
 * @throws Refusal NOT_FOUND for somebody else's nest, RATE_LIMITED while too many links are alive
 */
export async function createUpload(deps: Deps, userId: UserId, input: CreateUpload): Promise<UploadTicket> {
  const lifeMs = Math.max(1_000, Math.min(LINK_LIFE_MS, deps.limits.ORPHAN_OBJECT_GRACE_MS));
  const opened = await openUpload(deps.db, { ...input, userId, lifeMs });
  if (opened.outcome === 'missing') throw new Refusal('NOT_FOUND');
  if (opened.outcome === 'too_many') {
    const retryAfterSeconds = Math.max(1, Math.ceil((opened.until.getTime() - Date.now()) / 1000));
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds });
  }
  const { url, headers, expiresAt } = await deps.storage.presignPut(opened.objectKey, {
    contentType: input.contentType,
    sizeBytes: input.sizeBytes,
    expiresInSeconds: Math.floor(lifeMs / 1000),
  });
  return { documentId: opened.documentId, url, headers, expiresAt: expiresAt.toISOString() };
}

/**
 * Looks at the file that was sent and makes it a document, which is then read. The document's bytes are a copy: the link
 * lives on, and what was looked at must not change afterwards.
 *
 * Completing again answers the task of the first time. While nothing has arrived, the upload stays open.
 *
 * @throws Refusal NOT_FOUND, EXPIRED when the sweep came first, UPLOAD_MISMATCH when what arrived is not what was
 *   announced (it is deleted, and the upload is over), DISPATCH_FAILED (the document is stored; complete again to read it)
 */
export async function completeUpload(deps: Deps, userId: UserId, documentId: DocumentId): Promise<Accepted> {
  const { db, storage, limits } = deps;
  const upload = await findUpload(db, { documentId, userId });
  if (!upload) return repeatedReading(deps, userId, documentId);
  if (upload.isSwept) throw new Refusal('EXPIRED');

  const arrived = await storage.head(upload.objectKey);
  if (arrived === null) return nothingThere(deps, userId, documentId);
  // Looked at before the copy, so that nothing larger than announced is ever copied.
  if (arrived.sizeBytes !== upload.sizeBytes) return refuse(deps, upload, []);

  const objectKey = `documents/${documentId}/${randomUUID()}`;
  await planObject(db, { key: objectKey, purpose: 'document' });
  if (!(await copied(storage, upload, objectKey))) return nothingThere(deps, userId, documentId);
  if (!(await isAsAnnounced(storage, objectKey, upload))) return refuse(deps, upload, [objectKey]);

  const completed = await becomeDocument(db, { documentId, userId, objectKey, limits });
  if (!completed) {
    // Another call was quicker; this one's copy is an orphan, which the sweep finds.
    await storage.delete(objectKey).catch(() => undefined);
    return repeatedReading(deps, userId, documentId);
  }
  await dropObject(deps, upload.objectKey);
  return accepted(await dispatch(deps, completed.ocrTask), false);
}

/** Not sent yet; or a call beside this one has made it a document meanwhile. */
async function nothingThere(deps: Deps, userId: UserId, documentId: DocumentId): Promise<Accepted> {
  if (await findUpload(deps.db, { documentId, userId })) throw new Refusal('UPLOAD_MISMATCH');
  return repeatedReading(deps, userId, documentId);
}

/** False when there is nothing to copy. */
async function copied(storage: Storage, upload: Upload, to: string): Promise<boolean> {
  try {
    await storage.copy(upload.objectKey, to, upload.contentType);
    return true;
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'NOT_FOUND') return false;
    throw error;
  }
}

async function isAsAnnounced(storage: Storage, key: string, upload: Upload): Promise<boolean> {
  try {
    const found = await storage.digest(key, { maxBytes: upload.sizeBytes, headBytes: HEAD_BYTES });
    return (
      found.sizeBytes === upload.sizeBytes &&
      found.sha256 === upload.sha256 &&
      isTruly(upload.contentType, found.head)
    );
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'TOO_LARGE') return false;
    throw error;
  }
}

async function refuse(deps: Deps, upload: Upload, copies: readonly string[]): Promise<never> {
  await rejectUpload(deps.db, upload);
  for (const key of [upload.objectKey, ...copies]) await dropObject(deps, key);
  throw new Refusal('UPLOAD_MISMATCH');
}

/** Deletes bytes nobody refers to. What does not work now, the sweep does: the key is on record. */
async function dropObject({ db, storage }: Deps, key: string): Promise<void> {
  try {
    await storage.delete(key);
  } catch (error) {
    if (error instanceof StorageError) return;
    throw error;
  }
  await forgetObject(db, key);
}
