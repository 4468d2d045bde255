import type { CreateUpload, DocumentRef, StoredDocType, UploadTicket } from '@dungji/contracts';
import type { z } from 'zod';
import type { CallOptions } from './calls.ts';
import { DungjiError } from './dungji-error.ts';
import type { AcceptedTask } from './settled-task.ts';

export interface UploadFile {
  /** A file from an input of a page, or `new Blob([bytes], { type })`. */
  file: Blob;
  /** Default: the name of the file, when it is one that has a name. */
  fileName?: string | undefined;
  docType: StoredDocType;
  /** The nest whose document it is. A picture needs none. */
  nestId?: string | undefined;
}

export interface UploadedFile extends AcceptedTask<'ocr'> {
  documentId: string;
}

interface Means {
  createUpload: (input: z.input<typeof CreateUpload>, options?: CallOptions) => Promise<UploadTicket>;
  completeUpload: (input: z.input<typeof DocumentRef>, options?: CallOptions) => Promise<AcceptedTask<'ocr'>>;
  fetch: typeof globalThis.fetch;
}

/** Says what the file is, sends it straight to the storage, and asks the server to look at it. */
export async function uploadFile(
  { file, fileName, docType, nestId }: UploadFile,
  { createUpload, completeUpload, fetch }: Means,
  options: CallOptions = {},
): Promise<UploadedFile> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const { documentId, url, headers } = await createUpload(
    {
      docType,
      nestId,
      fileName: fileName ?? nameOf(file),
      // The server refuses what is none of these, and says so.
      contentType: file.type as z.input<typeof CreateUpload>['contentType'],
      sizeBytes: file.size,
      sha256: hex(digest),
    },
    options,
  );
  await send(fetch, { url, headers, file }, options.signal);
  return { ...(await completeUpload({ documentId }, options)), documentId };
}

async function send(
  fetch: typeof globalThis.fetch,
  { url, headers, file }: { url: string; headers: Record<string, string>; file: Blob },
  signal: AbortSignal | undefined,
): Promise<void> {
  let response: Response;
  try {
    response = await fetch(url, { method: 'PUT', headers, body: file, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new DungjiError('UNREACHABLE', { message: 'the storage cannot be reached', cause });
  }
  await response.body?.cancel();
  if (!response.ok) {
    throw new DungjiError('UNREACHABLE', { message: `the storage answered ${response.status}` });
  }
}

const nameOf = (file: Blob): string => ('name' in file && typeof file.name === 'string' ? file.name : 'file');

const hex = (digest: ArrayBuffer): string =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
