import { type Db, type Fence, markObjectStored, type ObjectPurpose, planObject } from '@dungji/db';
import type { Storage } from '@dungji/storage';
import type { Logger } from 'pino';

/** What helps people to see why a task failed. Personal data is in it: it is private, and expires with the events. */
export interface Evidence {
  /** PNG of the page at the moment of the failure. */
  readonly screenshot: Uint8Array | null;
  /** Zip for Playwright's trace viewer: every move since the login, with the pages as they were. */
  readonly trace: Uint8Array | null;
}

/** Evidence is worth no long wait: the task has ended, and its slot is needed. */
const UPLOAD_TIMEOUT_MS = 10_000;

/** Keeps the evidence of a task that failed. Never rejects. */
export type KeepEvidence = (fence: Fence, evidence: Evidence, log: Logger) => Promise<void>;

export function createKeepEvidence(db: Db, storage: Storage): KeepEvidence {
  return async ({ taskId, attempt }, { screenshot, trace }, log) => {
    const keep = async (purpose: ObjectPurpose, key: string, bytes: Uint8Array | null, type: string) => {
      if (bytes === null) return;
      try {
        await planObject(db, { key, purpose, taskId });
        await storage.put(key, bytes, type, { signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) });
        await markObjectStored(db, key);
      } catch (err) {
        log.warn({ err, purpose }, 'evidence was not kept');
      }
    };
    await keep('screenshot', `screenshots/${taskId}/${attempt}.png`, screenshot, 'image/png');
    await keep('trace', `traces/${taskId}/${attempt}.zip`, trace, 'application/zip');
  };
}
