import { contentTypeOf, HEAD_BYTES, type UploadContentType } from './content-type.ts';
import { UploadFailedError } from './upload-failure.ts';

/** The server's own limit. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024;

export type UploadAccept = 'document' | 'picture';

export const ACCEPTED: Readonly<Record<UploadAccept, readonly UploadContentType[]>> = {
  document: ['application/pdf', 'image/png', 'image/jpeg'],
  picture: ['image/png', 'image/jpeg'],
};

export interface CheckedFile {
  contentType: UploadContentType;
  sha256: string;
}

/**
 * What the server will be told about a file, found from its bytes.
 * @throws UploadFailedError when the file can't be uploaded at all
 */
export async function checkFile(file: File, accept: UploadAccept): Promise<CheckedFile> {
  if (file.size === 0) throw new UploadFailedError({ kind: 'empty' });
  if (file.size > UPLOAD_BYTES_MAX) throw new UploadFailedError({ kind: 'tooLarge' });
  // Browsers leave it out on pages without https.
  if (!globalThis.crypto?.subtle) throw new UploadFailedError({ kind: 'insecure' });
  const bytes = await bytesOf(file);
  const contentType = contentTypeOf(bytes.subarray(0, HEAD_BYTES));
  if (contentType === null || !ACCEPTED[accept].includes(contentType))
    throw new UploadFailedError({ kind: 'wrongType' });
  return { contentType, sha256: hex(await crypto.subtle.digest('SHA-256', bytes)) };
}

/** A chosen file can be gone by now: deleted, on a drive that was pulled, or a folder. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UploadFailedError({ kind: 'unreadable' });
  }
}

const hex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
