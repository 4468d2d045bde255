import { type Db, inTransaction, type Tx } from '../db.ts';
import { appendUserEvent, type EventRow, toChangeEvent } from '../event/append.ts';
import type { NestRef } from './write.ts';

/** `active_tasks`: refused with ACTIVE_TASKS; nothing was changed. */
export type RemoveAnswer = 'removed' | 'active_tasks';

/**
 * Removes the nest with its documents and their text for good. Files follow: without a document they are orphans.
 * Its settled tasks stay: they are the record of what was done and paid for.
 *
 * Guard: no active task of the nest. The nest is locked first and the tasks are looked at afterwards, in a second
 * statement with a snapshot of its own: an accept that got in before is seen, one that comes later waits and finds no nest.
 * Event: nest.changed with `nest: null`.
 * Null when: there is no such nest of this user.
 * Called by: api.
 */
export function removeNest(db: Db, ref: NestRef & { readonly at?: Date }): Promise<RemoveAnswer | null> {
  return inTransaction(db, async (tx) => {
    const locked = await tx.query('SELECT FROM nest WHERE id = $1 AND user_id = $2 FOR UPDATE', [
      ref.nestId,
      ref.userId,
    ]);
    if (locked.count === 0) return null;
    const active = await tx.query(
      `SELECT FROM task WHERE nest_id = $1 AND status IN ('PENDING', 'PROCESSING') LIMIT 1`,
      [ref.nestId],
    );
    if (active.count > 0) return 'active_tasks';
    await deleteNest(tx, ref);
    return 'removed';
  });
}

async function deleteNest(tx: Tx, ref: NestRef & { readonly at?: Date }): Promise<void> {
  const { rows } = await tx.query<EventRow>(DELETE_SQL, [ref.nestId, ref.at ?? null]);
  tx.emit(rows.map(toChangeEvent));
}

const DELETE_SQL = `
  WITH changed AS (
    DELETE FROM nest WHERE id = $1
    RETURNING user_id, coalesce($2::timestamptz, now()) AS at, jsonb_build_object('nestId', id, 'nest', NULL) AS payload
  ),
  ${appendUserEvent('nest.changed')}
  SELECT * FROM appended`;
