import type { StoredDocType } from '@dungji/contracts';
import { refusalOf } from '../api/refusal.ts';
import { checkFile, type UploadAccept } from './check-file.ts';
import { type SendFile, sendFile, type UploadTarget } from './send-file.ts';
import { UploadFailedError } from './upload-failure.ts';

/** The two calls to our own server around an upload: `documents.createUpload` and `documents.completeUpload`. */
export interface UploadCalls {
  create: (announced: AnnouncedUpload) => Promise<UploadTarget & { documentId: string }>;
  complete: (input: { documentId: string }) => Promise<unknown>;
}

export interface AnnouncedUpload {
  nestId?: string;
  docType: StoredDocType;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** What becomes of the file: a document of a nest, or the picture of a generation. */
export interface UploadPurpose {
  nestId?: string;
  docType: StoredDocType;
}

export type UploadStep = { phase: 'sending'; sentBytes: number } | { phase: 'storing'; documentId: string };

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
): Promise<string> {
  const { calls, onStep, signal, send = sendFile } = options;
  const checked = await checkFile(file, acceptOf(purpose.docType));
  stopIf(signal);
  const { documentId, ...target } = await calls
    .create({ ...purpose, fileName: file.name.normalize('NFC'), sizeBytes: file.size, ...checked })
    .catch((error: unknown) => {
      throw new UploadFailedError(refusalOf(error) ? { kind: 'refused', error } : { kind: 'connection' });
    });
  stopIf(signal);
  onStep({ phase: 'sending', sentBytes: 0 });
  await send(file, target, {
    signal,
    onProgress: (sentBytes) => onStep({ phase: 'sending', sentBytes }),
  });
  return confirmUpload(documentId, { calls, onStep });
}

/**
 * The last step alone: also asked again for when its answer was lost, because whatever the first call did, the second
 * one is answered with it.
 */
export async function confirmUpload(
  documentId: string,
  { calls, onStep }: Pick<UploadOptions, 'calls' | 'onStep'>,
): Promise<string> {
  onStep({ phase: 'storing', documentId });
  try {
    await calls.complete({ documentId });
    return documentId;
  } catch (error) {
    throw new UploadFailedError(
      refusalOf(error) ? { kind: 'refused', error } : { kind: 'unsure', documentId },
    );
  }
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new UploadFailedError({ kind: 'cancelled' });
}
