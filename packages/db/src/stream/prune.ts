import type { Sql } from '../sql.ts';

/** Rows deleted by one statement: some milliseconds of work, so that nobody waits for it. */
const PRUNE_BATCH = 5_000;

/**
 * Deletes events older than the retention, batch by batch, and tells how many. Counters stay, so numbers go on; a
 * reader whose place was pruned gets a snapshot.
 *
 * Called by: sweep.
 */
export async function pruneEvents(
  sql: Sql,
  { olderThanMs, at }: { readonly olderThanMs: number; readonly at?: Date },
): Promise<number> {
  let pruned = 0;
  for (;;) {
    const { count } = await sql.query(
      `DELETE FROM event WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM event
         WHERE at < coalesce($2::timestamptz, now()) - $1::bigint * interval '1 millisecond'
         LIMIT ${PRUNE_BATCH} FOR UPDATE SKIP LOCKED))`,
      [olderThanMs, at ?? null],
    );
    pruned += count;
    if (count < PRUNE_BATCH) return pruned;
  }
}
