import type { ApprovalId, ApprovalView } from '@dungji/contracts';
import { appendCardEvent, type EventRow, emitApproval } from '../event/append.ts';
import type { Sql } from '../sql.ts';
import { isDatabaseDown } from '../unavailable.ts';
import { ACTIONABLE_SQL } from './read.ts';

/**
 * From: OPEN, or FAILED and restorable, past its time.   To: EXPIRED.
 * Guard: nobody has decided, and its time is over.
 * Event: approval.resolved.
 * Null when: somebody decided meanwhile.
 * Called by: sweep, and a decision that comes too late.
 */
export async function expireApproval(
  sql: Sql,
  approvalId: ApprovalId,
  at?: Date,
): Promise<ApprovalView | null> {
  const { rows } = await sql.query<EventRow>(EXPIRE_SQL, [approvalId, at ?? null]);
  return emitApproval(sql, rows);
}

const AT = 'coalesce($2::timestamptz, now())';

const EXPIRE_SQL = `
  WITH carded AS (
    UPDATE approval AS a SET status = 'EXPIRED', version = a.version + 1, restorable = false
    WHERE a.id = $1 AND ${ACTIONABLE_SQL} AND a.expires_at <= ${AT}
    RETURNING a.requested_by, ${AT} AS at,
              approval_snapshot(a, (SELECT task_snapshot(t) FROM task t WHERE t.id = a.task_id), NULL) AS view
  ),
  ${appendCardEvent('approval.resolved')}
  SELECT * FROM appended`;

export interface ExpireCounts {
  readonly examined: number;
  readonly settled: number;
  /** One entry per card that could not be expired; the others went on. */
  readonly errors: readonly { readonly approvalId: ApprovalId; readonly message: string }[];
}

/**
 * Expires every card past its time, oldest first, in bounded batches, each in a statement of its own. Any number of these
 * may run at once.
 *
 * Called by: maintenance worker; api (by timer when no sweep runs, and before a page of cards is shown).
 *
 * @param rowsMax stop after so many, for a caller who is waited for
 * @throws DatabaseUnavailableError: then no card can go on
 */
export async function expireOverdueApprovals(
  sql: Sql,
  {
    batch,
    rowsMax = Number.POSITIVE_INFINITY,
    at,
  }: { readonly batch: number; readonly rowsMax?: number; readonly at?: Date | undefined },
): Promise<ExpireCounts> {
  const errors: ExpireCounts['errors'][number][] = [];
  let examined = 0;
  let settled = 0;
  let after: { readonly expiresAt: Date | string; readonly id: string } = { expiresAt: '-infinity', id: '' };
  for (;;) {
    const { rows } = await sql.query<{ id: ApprovalId; expiresAt: Date }>(OVERDUE_SQL, [
      at ?? null,
      after.expiresAt,
      after.id,
      batch,
    ]);
    for (const { id } of rows) {
      examined += 1;
      try {
        if (await expireApproval(sql, id, at)) settled += 1;
      } catch (error) {
        if (isDatabaseDown(error)) throw error;
        errors.push({ approvalId: id, message: String(error) });
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch || examined >= rowsMax) return { examined, settled, errors };
    after = last;
  }
}

const OVERDUE_SQL = `
  SELECT a.id, a.expires_at AS "expiresAt" FROM approval a
  WHERE ${ACTIONABLE_SQL} AND a.expires_at <= coalesce($1::timestamptz, now())
    AND (a.expires_at, a.id) > ($2::timestamptz, $3)
  ORDER BY a.expires_at, a.id LIMIT $4`;
