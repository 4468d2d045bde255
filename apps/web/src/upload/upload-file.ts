import type { CreateUpload, DocumentId, NestId, StoredDocType, UploadTicket } from '@dungji/contracts';
import { refusalOf } from '../api/refusal.ts';
import { checkFile, type UploadAccept } from './check-file.ts';
import { type SendFile, sendFile } from './send-file.ts';
import { UploadFailedError, type UploadFailure } from './upload-failure.ts';

/** The two calls to our own server around an upload: `documents.createUpload` and `documents.completeUpload`. */
export interface UploadCalls {
  create: (announced: CreateUpload) => Promise<UploadTicket>;
  complete: (input: { documentId: DocumentId }) => Promise<unknown>;
}

/** What becomes of the file: a document of a nest, or the picture of a generation. */
export interface UploadPurpose {
  nestId?: NestId;
  docType: StoredDocType;
}

export type UploadStep =
  | { phase: 'sending'; sentBytes: number }
  | { phase: 'storing'; documentId: DocumentId };

interface UploadOptions {
  calls: UploadCalls;
  onStep: (step: UploadStep) => void;
  signal: AbortSignal;
  send?: SendFile;
}

export const acceptOf = (docType: StoredDocType): UploadAccept =>
  docType === 'PICTURE' ? 'picture' : 'document';

/**
 * One file's way: checked here, announced with size and checksum, sent straight to the storage, and confirmed to the
 * server, which looks at the bytes itself.
 * @returns the id of the stored document
 * @throws UploadFailedError
 */
export async function uploadFile(
  file: File,
  purpose: UploadPurpose,
  options: UploadOptions,
): Promise<DocumentId> {
  const { calls, onStep, signal, send = sendFile } = options;
  const checked = await checkFile(file, acceptOf(purpose.docType));
  stopIf(signal);
  const ticket = await calls
    .create({ ...purpose, fileName: nameOf(file), sizeBytes: file.size, ...checked })
    .catch((error: unknown) => {
      throw new UploadFailedError(refusalOf(error) ? { kind: 'refused', error } : { kind: 'connection' });
    });
  stopIf(signal);
  onStep({ phase: 'sending', sentBytes: 0 });
  await send(file, ticket, {
    signal,
    onProgress: (sentBytes) => onStep({ phase: 'sending', sentBytes }),
  });
  return confirmUpload(ticket.documentId, { calls, onStep });
}

/**
 * The last step alone: also asked again for when its answer was lost, because whatever the first call did, the second
 * one is answered with it.
 */
export async function confirmUpload(
  documentId: DocumentId,
  { calls, onStep }: Pick<UploadOptions, 'calls' | 'onStep'>,
): Promise<DocumentId> {
  onStep({ phase: 'storing', documentId });
  try {
    await calls.complete({ documentId });
    return documentId;
  } catch (error) {
    throw new UploadFailedError(unconfirmed(error, documentId));
  }
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new UploadFailedError({ kind: 'cancelled' });
}

function unconfirmed(error: unknown, documentId: DocumentId): UploadFailure {
  const refusal = refusalOf(error);
  if (refusal === null) return { kind: 'unsure', documentId };
  return { kind: 'refused', error, ...(refusal.retryable && { documentId }) };
}

const NAME_MAX_CHARACTERS = 200;
/** What the server takes in no name: it would end a line, leave a folder or turn the direction of reading. */
const NOT_IN_A_NAME = /[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The file's name, composed (macOS takes Hangul apart), harmless, and not too long; its ending is kept. */
function nameOf(file: File): string {
  const name = file.name.normalize('NFC').replace(NOT_IN_A_NAME, '_').trim() || 'document';
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return name.length <= NAME_MAX_CHARACTERS
    ? name
    : name.slice(0, NAME_MAX_CHARACTERS - ending.length) + ending;
}
