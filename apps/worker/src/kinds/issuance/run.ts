import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ISSUANCE_STEPS, type Limits, type TaskView } from '@dungji/contracts';
import {
  type Db,
  type Fence,
  isDatabaseDown,
  markObjectStored,
  ordersLeftBehind,
  planObject,
  settleIssued,
} from '@dungji/db';
import type { Storage } from '@dungji/storage';
import { z } from 'zod';
import { crashPoint } from '../../crash-point.ts';
import { TaskFailure } from '../../task-failure.ts';
import { type Attempt, type KindRunner, kindRunner } from '../kind-runner.ts';
import { type Buyer, Chosen, choose, Paid, payment } from './buy.ts';
import type { Address, Portal, PortalSession } from './portal.ts';

export interface IssuanceTools {
  readonly db: Db;
  readonly storage: Storage;
  readonly portal: Portal;
  readonly limits: Limits;
  /** Called with the reading task that follows an issuance, after it was accepted. */
  readonly onAccepted: (task: TaskView) => Promise<unknown>;
}

const Found = z.object({ uniqueNumber: z.string() });
const Downloaded = z.object({ sizeBytes: z.number().int(), sha256: z.string() });
const Uploaded = z.object({ objectKey: z.string(), ...Downloaded.shape });
type Uploaded = z.infer<typeof Uploaded>;

/** The portal has been seen to hand out an empty file once and the right one when asked again. */
const DOWNLOADS_MAX = 2;
/** A restart of Postgres takes a few seconds. */
const SAVES_MAX = 4;
const SAVE_PAUSE_MS = 1_500;
const PDF_MAGIC = '%PDF-';
const CONTENT_TYPE = 'application/pdf';

/**
 * Fetches a register from the portal and stores it: find, choose, pay once, download, upload, save. The last is written
 * together with the end of the task, so it is counted and has no entry of its own.
 */
export function issuanceRunner(tools: IssuanceTools): KindRunner {
  return kindRunner('issuance', ISSUANCE_STEPS, async (attempt) => {
    const { input, steps } = attempt;
    const address: Address = { roadAddress: input.roadAddress, detailAddress: input.detailAddress };
    const portal = await openPortal(tools.portal, attempt);
    const buyer: Buyer = {
      portal,
      address,
      leftBehind: (orderNos) => ordersLeftBehind(tools.db, orderNos),
    };

    const found = await steps.repeatable('search', Found, () => portal.find(address));
    const chosen = await steps.repeatable('choose', Chosen, () => choose(buyer, found.uniqueNumber));
    const paid = await steps.once('pay', Paid, payment(buyer, chosen));

    // The bytes live only in this attempt. A later one fetches them again: a paid certificate can be, for an hour.
    let pdf: Uint8Array | null = null;
    await steps.repeatable('download', Downloaded, async () => {
      pdf = await downloadPdf(portal, paid.orderNo);
      return factsOf(pdf);
    });
    const uploaded = await steps.repeatable('upload', Uploaded, async () => {
      pdf ??= await downloadPdf(portal, paid.orderNo);
      return upload(tools, attempt, pdf);
    });

    return { settled: await save(tools, attempt.fence, uploaded) };
  });
}

async function openPortal(portal: Portal, attempt: Attempt<unknown>): Promise<PortalSession> {
  const session = await portal.open(attempt.signal);
  attempt.onEnd(() => session.close());
  attempt.onFailure(() => session.evidence());
  crashPoint('portal opened');
  return session;
}

async function downloadPdf(portal: PortalSession, orderNo: string): Promise<Uint8Array> {
  for (let tries = 1; ; tries += 1) {
    const bytes = await portal.download(orderNo);
    if (isPdf(bytes)) return bytes;
    if (tries === DOWNLOADS_MAX)
      throw new TaskFailure('UNREADABLE_DOCUMENT', { cause: new Error(`${bytes.byteLength} bytes, no PDF`) });
  }
}

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, PDF_MAGIC.length)).toString('latin1') === PDF_MAGIC;

const factsOf = (pdf: Uint8Array) => ({
  sizeBytes: pdf.byteLength,
  sha256: createHash('sha256').update(pdf).digest('hex'),
});

/** The key is on record before the first byte leaves: whatever happens next, the object can be found and deleted. */
async function upload(
  { db, storage }: IssuanceTools,
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
async function save(
  { db, limits, onAccepted }: IssuanceTools,
  fence: Fence,
  uploaded: Uploaded,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      const document = { ...uploaded, fileName: fileName(new Date()), contentType: CONTENT_TYPE };
      const issued = await settleIssued(db, fence, { document, limits });
      if (issued === null) return false;
      crashPoint('save settled');
      await onAccepted(issued.ocrTask);
      crashPoint('save dispatched');
      return true;
    } catch (cause) {
      if (!isDatabaseDown(cause) || tries === SAVES_MAX) throw new TaskFailure('SAVE_FAILED', { cause });
      await pause(SAVE_PAUSE_MS);
    }
  }
}

/** 등기사항전부증명서_2026-01-31.pdf: the day as people in Korea count it. */
const fileName = (at: Date): string =>
  `등기사항전부증명서_${at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Seoul' })}.pdf`;
