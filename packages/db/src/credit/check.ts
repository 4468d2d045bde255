import type { UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

export interface LedgerCheck {
  readonly batch: number;
  /** Accounts changed since then; the sweeps overlap, so that a missed one costs nothing. */
  readonly changedWithinMs: number;
  /** Beside those, the next accounts in the order of their owners: in time everybody's are looked at again. */
  readonly after: UserId | null;
  readonly at?: Date | undefined;
}

export interface LedgersChecked {
  readonly examined: number;
  /** Whose ledger does not add up. */
  readonly mismatches: readonly UserId[];
  /** For the next check; null: begin anew. */
  readonly next: UserId | null;
}

/**
 * Looks whether ledgers add up: the entries to the balance, one after the other without a gap, and those of each task to
 * nothing when it FAILED and to its price otherwise. Balance and entries change in one statement and are read in one, so a
 * mismatch is real: a bug, or somebody's hand in the database. It is marked for people to look at, and nothing is repaired.
 *
 * Event: none.   Called by: sweep.
 */
export async function checkLedgers(sql: Sql, check: LedgerCheck): Promise<LedgersChecked> {
  const { rows } = await sql.query<{ userId: UserId; isSound: boolean; isSlice: boolean }>(CHECK_SQL, [
    check.changedWithinMs,
    check.batch,
    check.after ?? '',
    check.at ?? null,
  ]);
  const slice = rows.filter((row) => row.isSlice);
  return {
    examined: rows.length,
    mismatches: rows.filter((row) => !row.isSound).map((row) => row.userId),
    next:
      slice.length < check.batch
        ? null
        : (slice
            .map((row) => row.userId)
            .sort()
            .at(-1) ?? null),
  };
}

const AT = 'coalesce($4::timestamptz, now())';

/** The entries of one account: how many, their sum, and whether each goes on from the one before it. */
const ENTRIES_SQL = `
  SELECT count(*) AS count, coalesce(sum(amount), 0) AS sum, coalesce(bool_and(is_next), true) AS is_chained
  FROM (
    SELECT amount, number = row_number() OVER w
           AND balance_after = coalesce(lag(balance_after) OVER w, 0) + amount AS is_next
    FROM credit_entry e WHERE e.user_id = a.user_id
    WINDOW w AS (ORDER BY number)
  ) entry`;

const TASKS_SQL = `
  SELECT FROM credit_entry e JOIN task t ON t.id = e.task_id
  WHERE e.user_id = a.user_id
  GROUP BY t.id
  HAVING CASE t.status WHEN 'FAILED' THEN sum(e.amount) <> 0 OR count(*) <> 2 ELSE sum(e.amount) >= 0 OR count(*) <> 1 END`;

const CHECK_SQL = `
  WITH slice AS (SELECT user_id FROM credit_account WHERE user_id > $3 ORDER BY user_id LIMIT $2),
  looked AS (
    SELECT a.user_id, a.user_id IN (SELECT user_id FROM slice) AS is_slice,
           entries.count = a.entries AND entries.sum = a.balance AND entries.is_chained
             AND NOT EXISTS (${TASKS_SQL}) AS is_sound
    FROM credit_account a CROSS JOIN LATERAL (${ENTRIES_SQL}) entries
    WHERE a.user_id IN (SELECT user_id FROM slice)
       OR a.mismatch_since IS NOT NULL
       OR a.user_id IN (
         SELECT user_id FROM credit_account WHERE changed_at >= ${AT} - $1::bigint * interval '1 millisecond'
         ORDER BY changed_at DESC LIMIT $2)
  ),
  marked AS (
    UPDATE credit_account a SET mismatch_since = CASE WHEN looked.is_sound THEN NULL ELSE ${AT} END
    FROM looked
    WHERE a.user_id = looked.user_id AND looked.is_sound = (a.mismatch_since IS NOT NULL)
  )
  SELECT user_id AS "userId", is_sound AS "isSound", is_slice AS "isSlice" FROM looked ORDER BY user_id`;
