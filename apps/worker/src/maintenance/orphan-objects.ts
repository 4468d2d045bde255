import type { Limits } from '@dungji/contracts';
import { type Db, findOrphanObjects, forgetObject } from '@dungji/db';
import type { Storage } from '@dungji/storage';
import type { Tally } from './tally.ts';

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
    for (const key of keys) {
      await tally.examine(key, async () => {
        await storage.delete(key);
        await forgetObject(db, key);
        tally.objectsDeleted += 1;
      });
    }
    // Storage that fails on one key fails on the next ones too; they stay on record for a later sweep.
    if (keys.length < limits.SWEEP_BATCH || tally.errors > errorsBefore) return;
  }
}
