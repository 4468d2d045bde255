import type { CreditEntryView, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import { type PageOf, pageOf } from '../task/read.ts';

/** What is left; 0 for whoever never had any. Called by: api. */
export async function creditBalance(sql: Sql, userId: UserId): Promise<number> {
  const { rows } = await sql.query<{ balance: number }>(
    'SELECT balance FROM credit_account WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.balance ?? 0;
}

/** Entries are numbered per account; the zeros make the ids sort by time. */
const ENTRY_ID_SQL = `'crd_' || lpad(number::text, 10, '0')`;

/** One's own ledger, newest first. Called by: api. */
export async function creditLedger(
  sql: Sql,
  query: { readonly userId: UserId; readonly cursor?: string | undefined; readonly limit: number },
): Promise<PageOf<CreditEntryView>> {
  const { rows } = await sql.query<CreditEntryView>(
    `SELECT ${ENTRY_ID_SQL} AS id, amount, reason, task_id AS "taskId", note, balance_after AS "balanceAfter",
            iso_time(created_at) AS "createdAt"
     FROM credit_entry
     WHERE user_id = $1 AND ($2::integer IS NULL OR number < $2)
     ORDER BY number DESC LIMIT $3`,
    [query.userId, numberOf(query.cursor), query.limit + 1],
  );
  return pageOf(rows, query.limit, (entry) => entry.id);
}

/** A cursor that is no entry's id leads nowhere: the empty page behind the last one. */
function numberOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return /^crd_\d{10}$/.test(cursor) ? Math.min(Number(cursor.slice(4)), 2_147_483_647) : 0;
}
