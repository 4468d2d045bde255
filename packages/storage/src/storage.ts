import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition } from './content-disposition.ts';
import { httpStatusOf, reasonOf, StorageError } from './storage-error.ts';

export interface StorageOptions {
  endpoint: string;
  /** The address browsers reach the storage by, when it differs: presigned URLs carry it. */
  publicEndpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Bound of a metadata call (head, delete, bucket). Default 5 s. */
  callTimeoutMs?: number;
  /** Bound of moving one object's bytes, the SDK's retries included. Default 60 s: 20 MB at 3 Mbit/s. */
  transferTimeoutMs?: number;
}

export interface ObjectFacts {
  sizeBytes: number;
  contentType: string | null;
}

export interface ObjectDigest {
  sizeBytes: number;
  /** Of the whole content, in hexadecimal. */
  sha256: string;
  /** The first bytes, at most `headBytes`: what a file is shows there. */
  head: Uint8Array;
}

export interface PresignedGet {
  url: string;
  expiresAt: Date;
}

export interface PresignedPut extends PresignedGet {
  /** Headers the upload must send exactly; they are part of the signature. */
  headers: Record<string, string>;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** The bytes of documents. Every method is bounded in time and throws only StorageError. */
export interface Storage {
  /** Stores the whole body and looks whether it is there in full (MISMATCH if not). Write the key down before calling. */
  put(key: string, body: Uint8Array, contentType: string, options?: CallOptions): Promise<ObjectFacts>;
  /** As `put`, from a file on disk that is never held in memory. */
  putFile(
    key: string,
    path: string,
    options: { sizeBytes: number; contentType: string } & CallOptions,
  ): Promise<ObjectFacts>;
  /** Reads an object into memory; TOO_LARGE before more than `maxBytes` are held. */
  get(key: string, maxBytes: number, options?: CallOptions): Promise<Uint8Array>;
  /** Reads an object through without holding it; TOO_LARGE as soon as more than `maxBytes` have come. */
  digest(key: string, options: { maxBytes: number; headBytes: number } & CallOptions): Promise<ObjectDigest>;
  /** Copies an object within the storage, under another type. NOT_FOUND when there is none. */
  copy(from: string, to: string, contentType: string, options?: CallOptions): Promise<void>;
  /** `null` when there is no such object. */
  head(key: string, options?: CallOptions): Promise<ObjectFacts | null>;
  /** Deleting what is not there succeeds. */
  delete(key: string, options?: CallOptions): Promise<void>;
  /** A download link that saves under `fileName`. Make a fresh one for each click; never store it. */
  presignGet(
    key: string,
    options: { fileName: string; contentType: string; expiresInSeconds: number },
  ): Promise<PresignedGet>;
  /** An upload link for exactly this type and size. What arrives is still to be verified by `head` or `get`. */
  presignPut(
    key: string,
    options: { contentType: string; sizeBytes: number; expiresInSeconds: number },
  ): Promise<PresignedPut>;
  /** Creates the bucket if it is missing; safe from several processes at once. */
  ensureBucket(): Promise<void>;
  /** Throws StorageError unless the bucket answers. */
  ping(timeoutMs?: number): Promise<void>;
  close(): void;
}

/** Connecting to a live server takes milliseconds; a dead address must not eat the operation's whole bound. */
const CONNECT_TIMEOUT_MS = 2_000;
const PING_TIMEOUT_MS = 1_500;

/** Opens the S3 bucket of the product. No connection is made before the first call. */
export function openStorage(options: StorageOptions): Storage {
  const { bucket, callTimeoutMs = 5_000, transferTimeoutMs = 60_000 } = options;
  const client = connect(options, options.endpoint, transferTimeoutMs);
  const publicEndpoint = options.publicEndpoint ?? options.endpoint;
  const presigner =
    publicEndpoint === options.endpoint ? client : connect(options, publicEndpoint, transferTimeoutMs);

  async function bounded<T>(
    operation: string,
    key: string | null,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw new StorageError('ABORTED', operation, key, signal.reason);
    const limit = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      return await run(either);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      if (signal?.aborted) throw new StorageError('ABORTED', operation, key, error);
      if (limit.aborted) throw new StorageError('TIMEOUT', operation, key, error);
      throw new StorageError(reasonOf(error), operation, key, error);
    }
  }

  /** Hands on an object's content piece by piece, and says how long it was. */
  async function readAtMost(
    operation: string,
    key: string,
    maxBytes: number,
    signal: AbortSignal,
    onChunk: (chunk: Uint8Array) => void,
  ): Promise<number> {
    const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
      abortSignal: signal,
    });
    if (!answer.Body) return 0;
    const reader: ReadableStreamDefaultReader<Uint8Array> = answer.Body.transformToWebStream().getReader();
    const stop = () => void reader.cancel(signal.reason).catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      let length = 0;
      while (Math.max(length, answer.ContentLength ?? 0) <= maxBytes) {
        const { done, value } = await reader.read();
        signal.throwIfAborted();
        if (done) return length;
        length += value.byteLength;
        if (length <= maxBytes) onChunk(value);
      }
      await reader.cancel();
      throw new StorageError('TOO_LARGE', operation, key);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  const storage: Storage = {
    async put(key, body, contentType, { signal } = {}) {
      await bounded('put', key, transferTimeoutMs, signal, (abortSignal) =>
        client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: body,
            ContentType: contentType,
            ContentLength: body.byteLength,
          }),
          { abortSignal },
        ),
      );
      const stored = await storage.head(key, { signal });
      if (stored?.sizeBytes !== body.byteLength) throw new StorageError('MISMATCH', 'put', key);
      return stored;
    },

    async putFile(key, path, { sizeBytes, contentType, signal }) {
      await bounded('putFile', key, transferTimeoutMs, signal, (abortSignal) =>
        client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: createReadStream(path),
            ContentType: contentType,
            ContentLength: sizeBytes,
          }),
          { abortSignal },
        ),
      );
      const stored = await storage.head(key, { signal });
      if (stored?.sizeBytes !== sizeBytes) throw new StorageError('MISMATCH', 'putFile', key);
      return stored;
    },

    get: (key, maxBytes, { signal } = {}) =>
      bounded('get', key, transferTimeoutMs, signal, async (abortSignal) => {
        const chunks: Uint8Array[] = [];
        const length = await readAtMost('get', key, maxBytes, abortSignal, (chunk) => chunks.push(chunk));
        return joined(chunks, length);
      }),

    digest: (key, { maxBytes, headBytes, signal }) =>
      bounded('digest', key, transferTimeoutMs, signal, async (abortSignal) => {
        const hash = createHash('sha256');
        const head: Uint8Array[] = [];
        let headLength = 0;
        const sizeBytes = await readAtMost('digest', key, maxBytes, abortSignal, (chunk) => {
          hash.update(chunk);
          const wanted = chunk.slice(0, headBytes - headLength);
          if (wanted.byteLength > 0) head.push(wanted);
          headLength += wanted.byteLength;
        });
        return { sizeBytes, sha256: hash.digest('hex'), head: joined(head, headLength) };
      }),

    async copy(from, to, contentType, { signal } = {}) {
      await bounded('copy', from, transferTimeoutMs, signal, (abortSignal) =>
        client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key: to,
            CopySource: encodeURI(`${bucket}/${from}`),
            MetadataDirective: 'REPLACE',
            ContentType: contentType,
          }),
          { abortSignal },
        ),
      );
    },

    head: (key, { signal } = {}) =>
      bounded('head', key, callTimeoutMs, signal, async (abortSignal) => {
        try {
          const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), {
            abortSignal,
          });
          return { sizeBytes: answer.ContentLength ?? 0, contentType: answer.ContentType ?? null };
        } catch (error) {
          if (httpStatusOf(error) === 404) return null;
          throw error;
        }
      }),

    async delete(key, { signal } = {}) {
      await bounded('delete', key, callTimeoutMs, signal, async (abortSignal) => {
        try {
          await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
        } catch (error) {
          if (httpStatusOf(error) !== 404) throw error;
        }
      });
    },

    async presignGet(key, { fileName, contentType, expiresInSeconds }) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: contentDisposition(fileName),
        ResponseContentType: contentType,
        ResponseCacheControl: 'private, no-store',
      });
      const url = await bounded('presignGet', key, callTimeoutMs, undefined, () =>
        getSignedUrl(presigner, command, { expiresIn: expiresInSeconds }),
      );
      return { url, expiresAt: secondsFromNow(expiresInSeconds) };
    },

    async presignPut(key, { contentType, sizeBytes, expiresInSeconds }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: sizeBytes,
      });
      const url = await bounded('presignPut', key, callTimeoutMs, undefined, () =>
        getSignedUrl(presigner, command, {
          expiresIn: expiresInSeconds,
          signableHeaders: new Set(['host', 'content-type', 'content-length']),
        }),
      );
      // Content-Length is signed too, but a browser sets it by itself and refuses to be told.
      return { url, headers: { 'content-type': contentType }, expiresAt: secondsFromNow(expiresInSeconds) };
    },

    async ensureBucket() {
      await bounded('ensureBucket', null, callTimeoutMs, undefined, async (abortSignal) => {
        try {
          await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
        } catch (error) {
          if (httpStatusOf(error) !== 404) throw error;
          await createBucket(client, bucket, abortSignal);
        }
      });
    },

    async ping(timeoutMs = PING_TIMEOUT_MS) {
      await bounded('ping', null, timeoutMs, undefined, (abortSignal) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
      );
    },

    close() {
      client.destroy();
      presigner.destroy();
    },
  };
  return storage;
}

function connect(options: StorageOptions, endpoint: string, socketIdleMs: number): S3Client {
  return new S3Client({
    endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Bucket in the path: a bucket host name resolves nowhere but at Amazon.
    forcePathStyle: true,
    // Chunked trailing checksums are stored as content by servers that do not know them, and a presigned PUT would carry
    // the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: socketIdleMs },
  });
}

async function createBucket(client: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }), { abortSignal });
  } catch (error) {
    // Another process was quicker.
    if (httpStatusOf(error) !== 409) throw error;
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

const secondsFromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
