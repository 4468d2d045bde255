import {
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
  /** Reads an object into memory; TOO_LARGE before more than `maxBytes` are held. */
  get(key: string, maxBytes: number, options?: CallOptions): Promise<Uint8Array>;
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

    get: (key, maxBytes, { signal } = {}) =>
      bounded('get', key, transferTimeoutMs, signal, async (abortSignal) => {
        const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
        if (!answer.Body) return new Uint8Array();
        const body = answer.Body.transformToWebStream();
        if ((answer.ContentLength ?? 0) > maxBytes) {
          await body.cancel();
          throw new StorageError('TOO_LARGE', 'get', key);
        }
        return readAtMost(body, maxBytes, abortSignal, () => new StorageError('TOO_LARGE', 'get', key));
      }),

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

async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
  tooLarge: () => StorageError,
): Promise<Uint8Array> {
  const reader = body.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      length += value.byteLength;
      if (length > maxBytes) {
        await reader.cancel();
        throw tooLarge();
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

const secondsFromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
