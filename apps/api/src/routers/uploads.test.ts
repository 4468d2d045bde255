import { createHash, randomBytes } from 'node:crypto';
import type { Accepted, DocumentView, NestView, TaskView, UploadTicket } from '@dungji/contracts';
import { openStorage, type Storage } from '@dungji/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let storage: Storage;
let tenant: Caller;
let nestId: string;
beforeAll(async () => {
  world = await openApiWorld();
  storage = openStorage({
    endpoint: world.env.S3_ENDPOINT,
    region: world.env.S3_REGION,
    bucket: world.env.S3_BUCKET,
    accessKeyId: world.env.S3_ACCESS_KEY_ID,
    secretAccessKey: world.env.S3_SECRET_ACCESS_KEY,
  });
});
beforeEach(async () => {
  tenant = await world.person();
  nestId = (await tenant.mutate<NestView>('nests.create', NEST)).data.id;
});
afterAll(async () => {
  storage.close();
  await world.close();
});

const pdf = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000)]);
const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What an honest sender says about a file. */
const announced = (bytes: Buffer, more: object = {}) => ({
  nestId,
  docType: 'REGISTRY',
  fileName: '등기부 등본 (1).pdf',
  contentType: 'application/pdf',
  sizeBytes: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...more,
});

async function open(bytes: Buffer, more: object = {}): Promise<UploadTicket> {
  const { status, data } = await tenant.mutate<UploadTicket>(
    'documents.createUpload',
    announced(bytes, more),
  );
  expect(status).toBe(200);
  return data;
}
const put = (ticket: UploadTicket, bytes: Buffer) =>
  fetch(ticket.url, { method: 'PUT', body: new Uint8Array(bytes), headers: ticket.headers });
const complete = (documentId: string, by = tenant) =>
  by.mutate<Accepted>('documents.completeUpload', { documentId });
const refusalOf = (answer: { status: number; error?: { data: { reason: string } } }) => [
  answer.status,
  answer.error?.data.reason,
];

async function stored(bytes = pdf(), more: object = {}) {
  const ticket = await open(bytes, more);
  expect((await put(ticket, bytes)).status).toBe(200);
  const answer = await complete(ticket.documentId);
  expect(answer.status).toBe(202);
  return { ticket, bytes, ...answer.data };
}

/** What lies in the storage under any name that was written down for this document. */
async function objectsOf(documentId: string): Promise<string[]> {
  const { rows } = await world.db.query<{ key: string }>(`SELECT key FROM stored_object WHERE key LIKE $1`, [
    `%${documentId}%`,
  ]);
  const there = await Promise.all(rows.map(async ({ key }) => ((await storage.head(key)) ? key : null)));
  return there.filter((key) => key !== null);
}

describe('an upload', () => {
  it('becomes the document of its nest, and is read', async () => {
    const { ticket, bytes, taskId, status, reused, timeoutAt } = await stored();
    expect({ status, reused }).toEqual({ status: 'PENDING', reused: false });
    expect(Date.parse(timeoutAt ?? '')).toBeGreaterThan(Date.now());
    const task = await tenant.query<{ task: TaskView }>('tasks.get', { taskId });
    expect(task.data.task).toMatchObject({ kind: 'ocr', documentId: ticket.documentId, nestId });
    const nest = await tenant.query<NestView>('nests.get', { nestId });
    expect(nest.data.documents.REGISTRY).toMatchObject({
      document: {
        id: ticket.documentId,
        source: 'UPLOADED',
        analysis: 'PENDING',
        sizeBytes: bytes.byteLength,
      },
      canIssue: false,
      canReissue: true,
    });
    const { data } = await tenant.query<{ url: string }>('documents.download', {
      documentId: ticket.documentId,
    });
    const file = await fetch(data.url);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('등기부 등본'));
  });

  it('replaces the one before, which stays in the history', async () => {
    const first = await stored();
    const second = await stored();
    const { data } = await tenant.query<DocumentView[]>('documents.list', { nestId });
    expect(data.map(({ id }) => id)).toEqual([second.ticket.documentId, first.ticket.documentId]);
    const nest = await tenant.query<NestView>('nests.get', { nestId });
    expect(nest.data.documents.REGISTRY.document?.id).toBe(second.ticket.documentId);
  });

  it('of a picture needs no nest, and stands in the list of one’s own', async () => {
    const bytes = Buffer.concat([PNG_MARK, randomBytes(500)]);
    const more = { nestId: undefined, docType: 'PICTURE', contentType: 'image/png', fileName: '거실.png' };
    const { ticket } = await stored(bytes, more);
    const { data } = await tenant.query<DocumentView[]>('documents.list', { docType: 'PICTURE' });
    expect(data).toMatchObject([{ id: ticket.documentId, docType: 'PICTURE', contentType: 'image/png' }]);
    const others = await (await world.person()).query<DocumentView[]>('documents.list', {});
    expect(others.data).toEqual([]);
  });

  it('completed twice, or by many calls at once, is one document and one task', async () => {
    const bytes = pdf();
    const ticket = await open(bytes);
    await put(ticket, bytes);
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(ticket.documentId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
    expect(new Set(answers.map(({ data }) => data.taskId)).size).toBe(1);
    expect(answers.filter(({ data }) => !data.reused)).toHaveLength(1);
    const again = await complete(ticket.documentId);
    expect(again.data).toMatchObject({ taskId: answers[0]?.data.taskId, reused: true });
  });

  it('completed before anything arrived stays open', async () => {
    const bytes = pdf();
    const ticket = await open(bytes);
    expect(refusalOf(await complete(ticket.documentId))).toEqual([422, 'UPLOAD_MISMATCH']);
    await put(ticket, bytes);
    expect((await complete(ticket.documentId)).status).toBe(202);
  });

  it('keeps the bytes that were looked at, though the link can still write', async () => {
    const { ticket, bytes } = await stored();
    const other = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000)]);
    await put(ticket, other);
    const { data } = await tenant.query<{ url: string }>('documents.download', {
      documentId: ticket.documentId,
    });
    expect(Buffer.from(await (await fetch(data.url)).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('what is not what was announced', () => {
  const zip = Buffer.from('PK\u0003\u0004 an archive');
  const png = Buffer.concat([PNG_MARK, randomBytes(100)]);
  const both = Buffer.concat([PNG_MARK, Buffer.from('%PDF-1.4'), randomBytes(100)]);
  const page = Buffer.from('<script>alert(1)</script>%PDF-1.4');
  const big = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4_000)]);
  const cases: [string, Buffer, object, Buffer?][] = [
    ['another size', pdf(), { sizeBytes: 1_000 }],
    ['more than announced', pdf(), {}, big],
    ['less than announced', pdf(), {}, Buffer.from('%PDF-1.7')],
    ['another hash', pdf(), { sha256: 'f'.repeat(64) }],
    ['another kind of file', zip, {}],
    ['a picture that calls itself a PDF', png, {}],
    ['a PDF that calls itself a picture', pdf(), { contentType: 'image/png' }],
    ['a picture that is a PDF as well', both, { contentType: 'image/png' }],
    ['a page that is a PDF as well', page, {}],
  ];
  it.each(cases)('is refused and deleted: %s', async (_, bytes, more, sent = bytes) => {
    const ticket = await open(bytes, more);
    // A storage that does not look at signatures takes what the link does not allow.
    await put(ticket, sent);
    expect(refusalOf(await complete(ticket.documentId))).toEqual([422, 'UPLOAD_MISMATCH']);
    expect(await objectsOf(ticket.documentId)).toEqual([]);
    expect(refusalOf(await complete(ticket.documentId))).toEqual([404, 'NOT_FOUND']);
    expect((await tenant.query<DocumentView[]>('documents.list', { nestId })).data).toEqual([]);
    expect((await tenant.query<{ items: TaskView[] }>('tasks.list', {})).data.items).toEqual([]);
  });

  it('is never opened: too large, empty, of no known type, under a name of tricks', async () => {
    for (const more of [
      { sizeBytes: 20 * 1024 * 1024 + 1 },
      { sizeBytes: 0 },
      { contentType: 'text/html' },
      { docType: 'PICTURE' },
      { sha256: 'no hash' },
      { fileName: '../../etc/passwd' },
      { fileName: 'exe\u202efdp.pdf' },
      { fileName: 'two\nlines.pdf' },
    ]) {
      const answer = await tenant.mutate('documents.createUpload', announced(pdf(), more));
      expect([answer.status, answer.error.data.reason, Object.keys(more)]).toEqual([
        400,
        'INVALID_INPUT',
        Object.keys(answer.error.data.fieldErrors ?? {}).map((field) =>
          field === 'contentType' && 'docType' in more ? 'docType' : field,
        ),
      ]);
    }
  });
});

describe('uploads of somebody else', () => {
  it('are not found', async () => {
    const bytes = pdf();
    const ticket = await open(bytes);
    await put(ticket, bytes);
    const stranger = await world.person();
    expect(refusalOf(await complete(ticket.documentId, stranger))).toEqual([404, 'NOT_FOUND']);
    expect(refusalOf(await stranger.mutate('documents.createUpload', announced(bytes)))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await complete(ticket.documentId)).status).toBe(202);
    for (const path of ['documents.completeUpload', 'ocr.request']) {
      const answer = await stranger.mutate(path, { documentId: ticket.documentId });
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('do not fill one’s own room; too many of one’s own are told when to come back', async () => {
    for (let count = 0; count < 20; count += 1) await open(pdf());
    const answer = await tenant.mutate('documents.createUpload', announced(pdf()));
    expect(refusalOf(answer)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
    const other = await world.person();
    const free = await other.mutate('documents.createUpload', announced(pdf(), { nestId: undefined }));
    expect(free.status).toBe(200);
  });
});

describe('reading again', () => {
  it('is one task at a time, and a new one afterwards', async () => {
    const { ticket, taskId } = await stored();
    const request = () => tenant.mutate<Accepted>('ocr.request', { documentId: ticket.documentId });
    const running = await request();
    expect(running).toMatchObject({ status: 202, data: { taskId, reused: true } });
    await tenant.mutate('tasks.cancel', { taskId });
    const again = await request();
    expect(again).toMatchObject({ status: 202, data: { reused: false, status: 'PENDING' } });
    expect(again.data.taskId).not.toBe(taskId);
  });
});

describe('while a part is away', () => {
  it('without Redis the document is stored, the caller is told, and completing again reads it', async () => {
    const cut = await world.another({ REDIS_URL: 'redis://127.0.0.1:9' });
    const bytes = pdf();
    const ticket = await open(bytes);
    await put(ticket, bytes);
    const response = await fetch(`${cut.url}/trpc/documents.completeUpload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tenant.headers },
      body: JSON.stringify({ documentId: ticket.documentId }),
    });
    expect(response.status).toBe(503);
    const { error } = (await response.json()) as { error: { data: { reason: string; taskId: string } } };
    expect(error.data.reason).toBe('DISPATCH_FAILED');
    const again = await complete(ticket.documentId);
    expect(again).toMatchObject({ status: 202, data: { status: 'PENDING', reused: false } });
    expect(again.data.taskId).not.toBe(error.data.taskId);
  });

  it('without storage nothing is lost: the upload stays open', async () => {
    const cut = await world.another({ S3_ENDPOINT: 'http://127.0.0.1:9' });
    const bytes = pdf();
    const ticket = await open(bytes);
    await put(ticket, bytes);
    const response = await fetch(`${cut.url}/trpc/documents.completeUpload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tenant.headers },
      body: JSON.stringify({ documentId: ticket.documentId }),
    });
    expect(response.status).toBe(503);
    expect((await complete(ticket.documentId)).status).toBe(202);
  });
});
