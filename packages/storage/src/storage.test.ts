import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openStorage, type Storage, type StorageOptions } from './storage.ts';
import { StorageError } from './storage-error.ts';

const options: StorageOptions = {
  endpoint: process.env.TEST_S3_ENDPOINT ?? 'http://127.0.0.1:4568',
  region: 'us-east-1',
  bucket: process.env.TEST_S3_BUCKET ?? 'dungji-test',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
};

const opened: Storage[] = [];
const servers: Server[] = [];
const open = (changes: Partial<StorageOptions> = {}): Storage => {
  const storage = openStorage({ ...options, ...changes });
  opened.push(storage);
  return storage;
};
const failure = async (call: Promise<unknown>): Promise<StorageError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StorageError)) throw new Error('a StorageError was expected', { cause: error });
  return error;
};
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

afterEach(() => {
  for (const storage of opened.splice(0)) storage.close();
});
afterAll(() => {
  for (const server of servers) server.close();
});

describe('objects', () => {
  it('come back byte for byte, with their size and type', async () => {
    const storage = open();
    await storage.ensureBucket();
    const key = `test/${randomUUID()}/등기 (1).pdf`;
    const body = randomBytes(3_000_000);

    const stored = await storage.put(key, body, 'application/pdf');

    expect(stored).toEqual({ sizeBytes: body.byteLength, contentType: 'application/pdf' });
    expect(Buffer.from(await storage.get(key, 3_000_000)).equals(body)).toBe(true);
    await storage.delete(key);
    expect(await storage.head(key)).toBeNull();
  });

  it('are gone after delete, and deleting again is no error', async () => {
    const storage = open();
    const key = `test/${randomUUID()}`;
    await storage.put(key, new Uint8Array([1]), 'text/plain');
    await storage.delete(key);
    await storage.delete(key);
    expect((await failure(storage.get(key, 10))).reason).toBe('NOT_FOUND');
  });

  it('bigger than the caller allows are not read', async () => {
    const storage = open();
    const key = `test/${randomUUID()}`;
    await storage.put(key, new Uint8Array(100), 'text/plain');
    expect((await failure(storage.get(key, 99))).reason).toBe('TOO_LARGE');
    expect((await storage.get(key, 100)).byteLength).toBe(100);
    await storage.delete(key);
  });

  it('are read through without being held: size, hash and first bytes; not beyond the bound', async () => {
    const storage = open();
    const key = `test/${randomUUID()}`;
    const body = randomBytes(300_000);
    await storage.put(key, body, 'application/pdf');
    expect(await storage.digest(key, { maxBytes: 300_000, headBytes: 100 })).toEqual({
      sizeBytes: 300_000,
      sha256: createHash('sha256').update(body).digest('hex'),
      head: new Uint8Array(body.subarray(0, 100)),
    });
    const tooLarge = storage.digest(key, { maxBytes: 299_999, headBytes: 100 });
    expect((await failure(tooLarge)).reason).toBe('TOO_LARGE');
    await storage.delete(key);
    expect((await failure(storage.digest(key, { maxBytes: 1, headBytes: 1 }))).reason).toBe('NOT_FOUND');
  });

  it('are copied within the storage, under the type that the copy is to have', async () => {
    const storage = open();
    const [from, to] = [`test/${randomUUID()}`, `test/${randomUUID()}`];
    await storage.put(from, new Uint8Array([1, 2, 3]), 'text/html');
    await storage.copy(from, to, 'application/pdf');
    await storage.delete(from);
    expect(await storage.get(to, 3)).toEqual(new Uint8Array([1, 2, 3]));
    expect(await storage.head(to)).toEqual({ sizeBytes: 3, contentType: 'application/pdf' });
    await storage.delete(to);
    expect((await failure(storage.copy(from, to, 'application/pdf'))).reason).toBe('NOT_FOUND');
  });

  it('may be empty', async () => {
    const storage = open();
    const key = `test/${randomUUID()}`;
    await storage.put(key, new Uint8Array(), 'text/plain');
    expect(await storage.get(key, 10)).toEqual(new Uint8Array());
    await storage.delete(key);
  });
});

describe('presigned links', () => {
  it('download under a Korean file name', async () => {
    const storage = open();
    const key = `test/${randomUUID()}`;
    await storage.put(key, new TextEncoder().encode('%PDF'), 'application/pdf');

    const { url } = await storage.presignGet(key, {
      fileName: '등기사항전부증명서 가상동 101호.pdf',
      contentType: 'application/pdf',
      expiresInSeconds: 60,
    });
    const answer = await fetch(url);

    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('%PDF');
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')).toBe(
      '등기사항전부증명서 가상동 101호.pdf',
    );
    await storage.delete(key);
  });

  it('carry the public address when there is one', async () => {
    const storage = open({ publicEndpoint: 'https://files.example.test' });
    const { url } = await storage.presignGet('a/b', {
      fileName: 'b.pdf',
      contentType: 'application/pdf',
      expiresInSeconds: 60,
    });
    expect(new URL(url).origin).toBe('https://files.example.test');
    expect(new URL(url).pathname).toBe(`/${options.bucket}/a/b`);
  });

  it('upload exactly the announced bytes, with no checksum of an empty body in the link', async () => {
    const storage = open();
    const key = `test/${randomUUID()}`;
    const body = randomBytes(50_000);
    const { url, headers } = await storage.presignPut(key, {
      contentType: 'application/pdf',
      sizeBytes: body.byteLength,
      expiresInSeconds: 60,
    });
    expect(url).not.toContain('checksum');
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');

    const answer = await fetch(url, { method: 'PUT', body, headers });

    expect(answer.status).toBe(200);
    expect(await storage.head(key)).toEqual({ sizeBytes: 50_000, contentType: 'application/pdf' });
    expect(Buffer.from(await storage.get(key, 50_000)).equals(body)).toBe(true);
    await storage.delete(key);
  });
});

describe('a storage that is not there', () => {
  it('is told within two seconds when nothing listens', async () => {
    const server = createServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    const storage = open({ endpoint: `http://127.0.0.1:${port}` });

    const startedAt = performance.now();
    expect((await failure(storage.put('k', new Uint8Array(10), 'text/plain'))).reason).toBe('UNREACHABLE');
    expect((await failure(storage.ping())).reason).toBe('UNREACHABLE');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('is told within the bound when it accepts and never answers', async () => {
    const server = createServer(() => {});
    servers.push(server);
    const storage = open({
      endpoint: `http://127.0.0.1:${await portOf(server)}`,
      callTimeoutMs: 300,
      transferTimeoutMs: 300,
    });
    expect((await failure(storage.put('k', new Uint8Array(10), 'text/plain'))).reason).toBe('TIMEOUT');
    expect((await failure(storage.get('k', 10))).reason).toBe('TIMEOUT');
    expect((await failure(storage.ping(200))).reason).toBe('TIMEOUT');
  });

  it('is left at once when the caller aborts', async () => {
    const server = createServer(() => {});
    servers.push(server);
    const storage = open({ endpoint: `http://127.0.0.1:${await portOf(server)}` });
    const controller = new AbortController();
    server.once('connection', () => controller.abort());
    const startedAt = performance.now();
    const error = await failure(
      storage.put('k', new Uint8Array(10), 'text/plain', { signal: controller.signal }),
    );
    expect(error.reason).toBe('ABORTED');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
