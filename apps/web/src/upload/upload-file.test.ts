import { createHash } from 'node:crypto';
import {
  type CreateUpload,
  DocumentId,
  NestId,
  REASONS,
  UPLOAD_BYTES_MAX,
  type UploadTicket,
} from '@dungji/contracts';
import { expect, it } from 'vitest';
import type { SendFile } from './send-file.ts';
import { UploadFailedError } from './upload-failure.ts';
import { confirmUpload, type UploadStep, uploadFile } from './upload-file.ts';

const PDF = new TextEncoder().encode('%PDF-1.7 등기');
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = '등기.pdf', type = '') =>
  new File([bytes], name, { type });
const DOCUMENT = DocumentId.parse('doc_01KJN8X3V40000000000000001');
const NEST = NestId.parse('nst_01KJN8X3V40000000000000001');
const TICKET: UploadTicket = {
  documentId: DOCUMENT,
  url: 'http://storage.example/1',
  headers: { 'content-type': 'application/pdf' },
  expiresAt: '2026-03-02T05:30:00.000Z',
};
/** As tRPC's client throws it. */
const refusal = (reason: 'UPLOAD_MISMATCH' | 'DISPATCH_FAILED') =>
  Object.assign(new Error(reason), {
    data: {
      code: REASONS[reason].code,
      httpStatus: REASONS[reason].httpStatus,
      path: 'documents.completeUpload',
      reason,
      retryable: REASONS[reason].retryable,
      restorable: REASONS[reason].restorable,
      requestId: 'r1',
    },
  });
const REFUSAL = refusal('UPLOAD_MISMATCH');

/** One upload through calls that answer as told; tells what they were asked, and how it ended. */
async function attempt(
  file: File,
  changes: {
    docType?: 'REGISTRY' | 'PICTURE';
    create?: () => Promise<UploadTicket>;
    complete?: () => Promise<unknown>;
    send?: SendFile;
    stop?: AbortController;
  } = {},
) {
  const seen: string[] = [];
  const steps: UploadStep[] = [];
  let announced: CreateUpload | undefined;
  const stop = changes.stop ?? new AbortController();
  const ended = await uploadFile(
    file,
    { nestId: NEST, docType: changes.docType ?? 'REGISTRY' },
    {
      signal: stop.signal,
      onStep: (step) => steps.push(step),
      calls: {
        create: (input) => {
          announced = input;
          seen.push('create');
          return (changes.create ?? (async () => TICKET))();
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
  expect(ended).toBe(DOCUMENT);
  expect(announced).toEqual({
    nestId: NEST,
    docType: 'REGISTRY',
    fileName: '등기.txt',
    contentType: 'application/pdf',
    sizeBytes: PDF.byteLength,
    sha256: createHash('sha256').update(PDF).digest('hex'),
  });
  expect(seen).toEqual(['create', `send to ${TICKET.url}`, `complete ${DOCUMENT}`]);
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
  expect((await attempt(fileOf(PNG, 'home.png'), { docType: 'PICTURE' })).ended).toBe(DOCUMENT);
  expect((await attempt(fileOf(new Uint8Array([10, 10, ...PDF])))).ended).toBe(DOCUMENT);
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
  expect(ended).toEqual({ kind: 'unsure', documentId: DOCUMENT });
  const confirmed: string[] = [];
  const documentId = await confirmUpload(DOCUMENT, {
    onStep: () => {},
    calls: {
      create: () => Promise.reject(new Error('must not announce again')),
      complete: async (input) => confirmed.push(input.documentId),
    },
  });
  expect([documentId, ...confirmed]).toEqual([DOCUMENT, DOCUMENT]);
});

it('stops where it is when the person cancels', async () => {
  const stop = new AbortController();
  const { ended, seen } = await attempt(fileOf(PDF), {
    stop,
    create: async () => {
      stop.abort();
      return TICKET;
    },
  });
  expect(ended).toEqual({ kind: 'cancelled' });
  expect(seen).toEqual(['create']);
});

it('when only the queue refused, the bytes are kept and the last step alone is asked for again', async () => {
  const down = refusal('DISPATCH_FAILED');
  expect((await attempt(fileOf(PDF), { complete: () => Promise.reject(down) })).ended).toEqual({
    kind: 'refused',
    error: down,
    documentId: DOCUMENT,
  });
  expect((await attempt(fileOf(PDF), { complete: () => Promise.reject(REFUSAL) })).ended).toEqual({
    kind: 'refused',
    error: REFUSAL,
  });
});

it('a name that the server would refuse is made harmless and keeps its ending', async () => {
  const { announced } = await attempt(fileOf(PDF, `../등기\u202efdp\n${'가'.repeat(300)}.pdf`));
  expect(announced?.fileName).toMatch(/^.._등기_fdp_가+\.pdf$/);
  expect(announced?.fileName).toHaveLength(200);
});
