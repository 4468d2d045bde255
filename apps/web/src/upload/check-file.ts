import { UPLOAD_BYTES_MAX, type UploadType } from '@dungji/contracts';
import { contentTypeOf, HEAD_BYTES } from './content-type.ts';
import { UploadFailedError } from './upload-failure.ts';

export type UploadAccept = 'document' | 'picture';

export const ACCEPTED: Readonly<Record<UploadAccept, readonly UploadType[]>> = {
  document: ['application/pdf', 'image/png', 'image/jpeg'],
  picture: ['image/png', 'image/jpeg'],
};

export interface CheckedFile {
  contentType: UploadType;
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
