import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TaskId } from '@dungji/contracts';
import { type Db, type GeneratedFile, markObjectStored, planObject } from '@dungji/db';
import { type Storage, StorageError } from '@dungji/storage';
import { crashPoint } from '../../crash-point.ts';
import { NotFetched, openPublic } from './public-get.ts';

export interface BringHomeTools {
  readonly db: Db;
  readonly storage: Storage;
  /** Hosts that may be private: the sandbox, outside production. */
  readonly allowedHosts: ReadonlySet<string>;
}

/** Half a minute in the best quality has some 60 MB. */
const FILE_BYTES_MAX = 200 * 1024 * 1024;
/** 200 MB at 30 Mbit/s; what is slower than that is tried again later. */
const FETCH_TIMEOUT_MS = 60_000;
/** Types that cannot be a video; what looks like one is judged by its first bytes. */
const NOT_A_VIDEO = /^(text\/|application\/(json|xml|xhtml))/i;
const HEAD_BYTES = 12;

/**
 * Copies the result into our storage: through a file, so that neither memory nor an unknown length is a limit. The key is
 * on record before the first byte leaves.
 *
 * @throws NotFetched when it cannot be had or is no video; the signal's reason when it is aborted
 */
export async function bringHome(
  { db, storage, allowedHosts }: BringHomeTools,
  { taskId, url }: { readonly taskId: TaskId; readonly url: string },
  signal: AbortSignal,
): Promise<GeneratedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'video-'));
  try {
    const path = join(folder, 'video');
    const limit = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const facts = await download(url, path, allowedHosts, AbortSignal.any([signal, limit])).catch(
      (cause: unknown) => {
        signal.throwIfAborted();
        if (limit.aborted) throw new NotFetched('it takes too long to fetch', { cause });
        throw cause instanceof NotFetched ? cause : new NotFetched('it broke off', { cause });
      },
    );
    crashPoint('result fetched');
    const kind = await kindOf(path);
    const objectKey = `generations/${taskId}/${randomUUID()}.${kind.ending}`;
    await planObject(db, { key: objectKey, purpose: 'document', taskId });
    crashPoint('result planned');
    await storage
      .putFile(objectKey, path, { ...facts, contentType: kind.contentType, signal })
      .catch((cause: unknown) => {
        if (cause instanceof StorageError && cause.reason !== 'ABORTED')
          throw new NotFetched('our storage did not take it', { cause });
        throw cause;
      });
    crashPoint('result put');
    await markObjectStored(db, objectKey);
    return {
      ...facts,
      objectKey,
      contentType: kind.contentType,
      fileName: fileName(kind.ending, new Date()),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download(
  url: string,
  path: string,
  allowedHosts: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const response = await openPublic(url, { allowedHosts, signal });
  try {
    if (response.statusCode !== 200) throw new NotFetched(`it answered ${response.statusCode}`);
    if (NOT_A_VIDEO.test(response.headers['content-type'] ?? '')) throw new NotFetched('it is no video');
    if (Number(response.headers['content-length'] ?? 0) > FILE_BYTES_MAX)
      throw new NotFetched('it is too large');
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sizeBytes += chunk.byteLength;
        hash.update(chunk);
        done(sizeBytes > FILE_BYTES_MAX ? new NotFetched('it is too large') : null, chunk);
      },
    });
    await pipeline(response, counted, createWriteStream(path), { signal });
    if (sizeBytes === 0) throw new NotFetched('it is empty');
    return { sizeBytes, sha256: hash.digest('hex') };
  } finally {
    response.destroy();
  }
}

/** What a file is, by its first bytes: what its sender says of it may be anything. */
async function kindOf(path: string): Promise<{ contentType: string; ending: string }> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    await file.read(head, 0, HEAD_BYTES, 0);
    if (head.subarray(4, 8).toString('latin1') === 'ftyp') return { contentType: 'video/mp4', ending: 'mp4' };
    if (head.readUInt32BE(0) === 0x1a_45_df_a3) return { contentType: 'video/webm', ending: 'webm' };
    throw new NotFetched('it is no video');
  } finally {
    await file.close();
  }
}

/** 영상_2026-01-31.mp4: the day as people in Korea count it. */
const fileName = (ending: string, at: Date): string =>
  `영상_${at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Seoul' })}.${ending}`;
