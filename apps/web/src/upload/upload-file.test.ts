import { createHash } from 'node:crypto';
import { TRPCClientError } from '@trpc/client';
import { expect, it } from 'vitest';
import { UPLOAD_BYTES_MAX } from './check-file.ts';
import type { SendFile } from './send-file.ts';
import { UploadFailedError } from './upload-failure.ts';
import { type AnnouncedUpload, confirmUpload, type UploadStep, uploadFile } from './upload-file.ts';

const PDF = new TextEncoder().encode('%PDF-1.7 등기');
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = '등기.pdf', type = '') =>
  new File([bytes], name, { type });
const TARGET = { documentId: 'doc_1', url: 'http://storage.example/doc_1', headers: { 'content-type': 'x' } };
const REFUSAL = new TRPCClientError('refused', {
  result: {
    error: {
      code: -32_600,
      message: '',
      data: {
        code: 'UNPROCESSABLE_CONTENT',
        httpStatus: 422,
        path: '',
        reason: 'UPLOAD_MISMATCH',
        retryable: false,
        restorable: false,
        requestId: 'r',
      },
    },
  } as never,
});

/** One upload through calls that answer as told; tells what they were asked, and how it ended. */
async function attempt(
  file: File,
  changes: {
    docType?: 'REGISTRY' | 'PICTURE';
    create?: () => Promise<typeof TARGET>;
    complete?: () => Promise<unknown>;
    send?: SendFile;
    stop?: AbortController;
  } = {},
) {
  const seen: string[] = [];
  const steps: UploadStep[] = [];
  let announced: AnnouncedUpload | undefined;
  const stop = changes.stop ?? new AbortController();
  const ended = await uploadFile(
    file,
    { nestId: 'nst_1', docType: changes.docType ?? 'REGISTRY' },
    {
      signal: stop.signal,
      onStep: (step) => steps.push(step),
      calls: {
        create: (input) => {
          announced = input;
          seen.push('create');
          return (changes.create ?? (async () => TARGET))();
        },
        complete: (input) => {
          seen.push(`complete ${input.documentId}`);
          return (changes.complete ?? (async () => ({})))();
        },
      },
      send:
        changes.send ??
        (async (sent, target, { onProgress }) => {
          seen.push(`send to ${target.url}`);
          onProgress(sent.size);
        }),
    },
  ).catch((error: unknown) => {
    if (error instanceof UploadFailedError) return error.failure;
    throw error;
  });
  return { ended, seen, steps, announced };
}

it('announces what the bytes are, puts them where the server said, and confirms it', async () => {
  // The browser takes it for something else by its name.
  const { ended, seen, steps, announced } = await attempt(fileOf(PDF, '등기.txt', 'text/plain'));
  expect(ended).toBe('doc_1');
  expect(announced).toEqual({
    nestId: 'nst_1',
    docType: 'REGISTRY',
    fileName: '등기.txt',
    contentType: 'application/pdf',
    sizeBytes: PDF.byteLength,
    sha256: createHash('sha256').update(PDF).digest('hex'),
  });
  expect(seen).toEqual(['create', `send to ${TARGET.url}`, 'complete doc_1']);
  expect(steps.map(({ phase }) => phase)).toEqual(['sending', 'sending', 'storing']);
});

it.each([
  ['empty', fileOf(new Uint8Array()), 'REGISTRY'],
  ['tooLarge', fileOf(new Uint8Array(UPLOAD_BYTES_MAX + 1)), 'REGISTRY'],
  ['wrongType', fileOf(new TextEncoder().encode('PK zip'), '등기.pdf', 'application/pdf'), 'REGISTRY'],
  ['wrongType', fileOf(PDF, 'picture.png', 'image/png'), 'PICTURE'],
] as const)('%s: the server hears nothing of a file that it would refuse', async (kind, file, docType) => {
  const { ended, seen } = await attempt(file, { docType });
  expect(ended).toEqual({ kind });
  expect(seen).toEqual([]);
});

it('takes a picture for a generation, and a PDF with junk before its header', async () => {
  expect((await attempt(fileOf(PNG, 'home.png'), { docType: 'PICTURE' })).ended).toBe('doc_1');
  expect((await attempt(fileOf(new Uint8Array([10, 10, ...PDF])))).ended).toBe('doc_1');
});

it('a file that is gone when it is read is said to be unreadable', async () => {
  const gone = Object.assign(fileOf(PDF), { arrayBuffer: () => Promise.reject(new Error('gone')) });
  expect((await attempt(gone)).ended).toEqual({ kind: 'unreadable' });
});

it('a refusal keeps its reason; no answer at all is a broken connection before the bytes left', async () => {
  expect((await attempt(fileOf(PDF), { create: () => Promise.reject(REFUSAL) })).ended).toEqual({
    kind: 'refused',
    error: REFUSAL,
  });
  expect((await attempt(fileOf(PDF), { create: () => Promise.reject(new Error('offline')) })).ended).toEqual({
    kind: 'connection',
  });
});

it('after the bytes have left, a lost answer is unsure, and asking again confirms the same document', async () => {
  const { ended } = await attempt(fileOf(PDF), { complete: () => Promise.reject(new Error('lost')) });
  expect(ended).toEqual({ kind: 'unsure', documentId: 'doc_1' });
  const confirmed: string[] = [];
  const documentId = await confirmUpload('doc_1', {
    onStep: () => {},
    calls: {
      create: () => Promise.reject(new Error('must not announce again')),
      complete: async (input) => confirmed.push(input.documentId),
    },
  });
  expect([documentId, ...confirmed]).toEqual(['doc_1', 'doc_1']);
});

it('stops where it is when the person cancels', async () => {
  const stop = new AbortController();
  const { ended, seen } = await attempt(fileOf(PDF), {
    stop,
    create: async () => {
      stop.abort();
      return TARGET;
    },
  });
  expect(ended).toEqual({ kind: 'cancelled' });
  expect(seen).toEqual(['create']);
});
