import type { Limits } from '@dungji/contracts';
import { type Db, findOrphanObjects, forgetObject } from '@dungji/db';
import { type Storage, StorageError } from '@dungji/storage';
import type { Tally } from './tally.ts';

const AWAY: ReadonlySet<string> = new Set(['UNREACHABLE', 'TIMEOUT']);

/** Deletes stored bytes that no document refers to; each key was on record before its upload. */
export async function sweepOrphanObjects(
  { db, storage, limits }: { readonly db: Db; readonly storage: Storage; readonly limits: Limits },
  tally: Tally,
): Promise<void> {
  for (;;) {
    const keys = await findOrphanObjects(db, {
      graceMs: limits.ORPHAN_OBJECT_GRACE_MS,
      keepArtefactsMs: limits.EVENT_RETENTION_MS,
      batch: limits.SWEEP_BATCH,
    });
    const errorsBefore = tally.errors;
    let isAway = false;
    for (const key of keys) {
      // What does not answer for one key does not for the next ones either, and each would be waited for.
      if (isAway) return;
      await tally.examine(key, async () => {
        await storage.delete(key).catch((error: unknown) => {
          isAway = error instanceof StorageError && AWAY.has(error.reason);
          throw error;
        });
        await forgetObject(db, key);
        tally.objectsDeleted += 1;
      });
    }
    // Storage that fails on one key fails on the next ones too; they stay on record for a later sweep.
    if (keys.length < limits.SWEEP_BATCH || tally.errors > errorsBefore) return;
  }
}
