import type { DocumentId } from '@dungji/contracts';

/**
 * Why a file did not get there:
 * - several: more than one was dropped
 * - empty, tooLarge, wrongType, unreadable: the file itself, found before anything was sent
 * - insecure: the page was not opened over https, so the browser offers no checksum
 * - cancelled: the person stopped it
 * - connection: the line broke, or nothing moved for too long
 * - expired: the link to put it under was no longer accepted
 * - storage: the storage answered with an error
 * - refused: the server said no; `text` says why
 * - unsure: it was sent, and the server's last word was lost; asking again finds out
 */
export type UploadFailure =
  | {
      kind:
        | 'several'
        | 'empty'
        | 'tooLarge'
        | 'wrongType'
        | 'unreadable'
        | 'insecure'
        | 'cancelled'
        | 'connection'
        | 'expired'
        | 'storage';
    }
  /** With a document: the bytes are safe, only the last step has to be asked for again. */
  | { kind: 'refused'; error: unknown; documentId?: DocumentId }
  | { kind: 'unsure'; documentId: DocumentId };

export type UploadFailureKind = UploadFailure['kind'];

export class UploadFailedError extends Error {
  override readonly name = 'UploadFailedError';
  constructor(readonly failure: UploadFailure) {
    super(`upload: ${failure.kind}`);
  }
}

/** Whether the same file may get there by trying again; with the others, only another file helps. */
export const mayTryAgain = (kind: UploadFailureKind): boolean =>
  kind === 'cancelled' ||
  kind === 'connection' ||
  kind === 'expired' ||
  kind === 'storage' ||
  kind === 'refused' ||
  kind === 'unsure';
