import { type Db, type Fence, markObjectStored, planObject } from '@dungji/db';
import type { Storage } from '@dungji/storage';
import type { Logger } from 'pino';

/** A picture is worth no long wait: the task has ended, and its slot is needed. */
const UPLOAD_TIMEOUT_MS = 10_000;

/** Keeps what the browser showed when a task failed, for the people who look into it. Never rejects. */
export type KeepScreenshot = (fence: Fence, picture: Uint8Array, log: Logger) => Promise<void>;

export function createKeepScreenshot(db: Db, storage: Storage): KeepScreenshot {
  return async ({ taskId, attempt }, picture, log) => {
    const key = `screenshots/${taskId}/${attempt}.png`;
    try {
      await planObject(db, { key, purpose: 'screenshot', taskId });
      await storage.put(key, picture, 'image/png', { signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) });
      await markObjectStored(db, key);
    } catch (err) {
      log.warn({ err }, 'the screenshot was not kept');
    }
  };
}
