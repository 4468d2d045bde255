import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerRecord, Limits, TaskView } from '@dungji/contracts';
import { type Db, type Fence, isDatabaseDown, markObjectStored, planObject, settleIssued } from '@dungji/db';
import type { Storage } from '@dungji/storage';
import { z } from 'zod';
import { crashPoint } from '../../crash-point.ts';
import { TaskFailure } from '../../task-failure.ts';
import type { Attempt } from '../kind-runner.ts';

export interface StoreTools {
  readonly db: Db;
  readonly storage: Storage;
  readonly limits: Limits;
  /** Called with the reading task that follows an issuance, after it was accepted. */
  readonly onAccepted: (task: TaskView) => Promise<unknown>;
}

export const Downloaded = z.object({ sizeBytes: z.number().int(), sha256: z.string() });
export const Uploaded = z.object({ objectKey: z.string(), ...Downloaded.shape });
export type Uploaded = z.infer<typeof Uploaded>;

/** A restart of Postgres takes a few seconds. */
const SAVES_MAX = 4;
const SAVE_PAUSE_MS = 1_500;
const CONTENT_TYPE = 'application/pdf';

export const factsOf = (pdf: Uint8Array) => ({
  sizeBytes: pdf.byteLength,
  sha256: createHash('sha256').update(pdf).digest('hex'),
});

/** The key is on record before the first byte leaves: whatever happens next, the object can be found and deleted. */
export async function upload(
  { db, storage }: StoreTools,
  { fence, signal }: Attempt<unknown>,
  pdf: Uint8Array,
): Promise<Uploaded> {
  const objectKey = `documents/${fence.taskId}/${fence.attempt}-${randomUUID()}.pdf`;
  await planObject(db, { key: objectKey, purpose: 'document', taskId: fence.taskId });
  crashPoint('upload planned');
  try {
    await storage.put(objectKey, pdf, CONTENT_TYPE, { signal });
  } catch (cause) {
    throw new TaskFailure('UPLOAD_FAILED', { cause });
  }
  crashPoint('upload put');
  await markObjectStored(db, objectKey);
  return { objectKey, ...factsOf(pdf) };
}

/** Document, stored object, SUCCESS and the reading task that follows: one transaction, all or nothing. */
export async function save(
  { db, limits, onAccepted }: StoreTools,
  fence: Fence,
  issued: Uploaded & { readonly fileName: string; readonly ledgerRecord?: LedgerRecord },
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      const done = await settleIssued(db, fence, {
        document: { ...issued, contentType: CONTENT_TYPE },
        limits,
      });
      if (done === null) return false;
      crashPoint('save settled');
      await onAccepted(done.ocrTask);
      crashPoint('save dispatched');
      return true;
    } catch (cause) {
      if (!isDatabaseDown(cause) || tries === SAVES_MAX) throw new TaskFailure('SAVE_FAILED', { cause });
      await pause(SAVE_PAUSE_MS);
    }
  }
}

/** 등기사항전부증명서_2026-01-31.pdf: the day as people in Korea count it. */
export const fileNameOf = (title: string, at: Date): string =>
  `${title}_${at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Seoul' })}.pdf`;
