import type { DocType } from '@dungji/contracts';
import type { Sql } from '../sql.ts';

export interface IssuanceHistory {
  /** Newest successful issues that were looked at. */
  readonly sample: number;
  /** Median from request to end; null without a sample. */
  readonly usualMs: number | null;
  /** Nine of ten were quicker. */
  readonly slowMs: number | null;
  /** Requests of everybody that wait for a worker. */
  readonly ahead: number;
}

/** The newest fifty: enough for a median, and soon new when the portal has become slower. */
const SAMPLE_MAX = 50;
/** What was usual a month ago says little about now. */
const AGE_MAX = '30 days';

/** How issuing a document has gone lately, for everybody. Called by: api. */
export async function issuanceHistory(sql: Sql, docType: DocType, at?: Date): Promise<IssuanceHistory> {
  const { rows } = await sql.query<IssuanceHistory>(HISTORY_SQL, [docType, at ?? null]);
  const row = rows[0];
  if (!row) throw new Error('the history of issuances did not come back');
  return row;
}

// The index issued_by_time gives the newest without reading the others.
const HISTORY_SQL = `
  WITH newest AS (
    SELECT extract(epoch FROM settled_at - pending_at) * 1000 AS took_ms FROM task
    WHERE kind = 'issuance' AND status = 'SUCCESS' AND doc_type = $1
      AND settled_at > coalesce($2::timestamptz, now()) - interval '${AGE_MAX}'
    ORDER BY settled_at DESC LIMIT ${SAMPLE_MAX}
  )
  SELECT count(*)::integer AS sample,
         round(percentile_cont(0.5) WITHIN GROUP (ORDER BY took_ms))::integer AS "usualMs",
         round(percentile_cont(0.9) WITHIN GROUP (ORDER BY took_ms))::integer AS "slowMs",
         (SELECT count(*)::integer FROM task WHERE kind = 'issuance' AND status = 'PENDING') AS ahead
  FROM newest`;
