import type { ApprovalStep, ApprovalView, UserId } from '@dungji/contracts';
import { appendCardEvent, type EventRow, emitApproval } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { type ApprovalSnapshot, toApprovalView } from './view.ts';

export interface OpenCard {
  readonly requestedBy: UserId;
  readonly title: string;
  readonly summary: string;
  readonly steps: readonly ApprovalStep[];
  /** When nobody decides until then, it expires; or so long from now, by the database's clock. */
  readonly expires: { readonly at: Date } | { readonly afterMs: number };
  readonly idempotency?: { readonly key: string; readonly inputHash: string } | undefined;
  readonly at?: Date | undefined;
}

export type OpenAnswer =
  | { readonly outcome: 'opened'; readonly approval: ApprovalView }
  /** The key was used before for the same card: here it is, as it stands now. */
  | { readonly outcome: 'reused'; readonly approval: ApprovalView }
  /** IDEMPOTENCY_CONFLICT: the key was used before for another card. */
  | { readonly outcome: 'conflict' };

/**
 * From: nothing.   To: OPEN.
 * Guard: the key is free.
 * Event: approval.opened.
 * Null when: never; see OpenAnswer.
 * Called by: api.
 */
export async function openApproval(sql: Sql, card: OpenCard): Promise<OpenAnswer> {
  const { rows } = await sql.query<EventRow>(OPEN_SQL, [
    newId.approval(),
    card.requestedBy,
    card.title,
    card.summary,
    JSON.stringify(card.steps),
    'at' in card.expires ? card.expires.at : null,
    'afterMs' in card.expires ? card.expires.afterMs : null,
    card.idempotency?.key ?? null,
    card.idempotency?.inputHash ?? null,
    card.at ?? null,
  ]);
  const opened = emitApproval(sql, rows);
  if (opened) return { outcome: 'opened', approval: opened };
  const prior = await findByKey(sql, card);
  if (prior === null) throw new Error(`a card of ${card.requestedBy} was neither opened nor there`);
  return prior.inputHash === card.idempotency?.inputHash
    ? { outcome: 'reused', approval: toApprovalView(prior.view) }
    : { outcome: 'conflict' };
}

const AT = 'coalesce($10::timestamptz, now())';

// The loser of a race for a key waits here for the winner, and then finds its card.
const OPEN_SQL = `
  WITH carded AS (
    INSERT INTO approval AS a (id, requested_by, title, summary, plan, expires_at, idempotency_key, input_hash, created_at)
    VALUES ($1, $2, $3, $4, $5::jsonb, coalesce($6::timestamptz, ${AT} + $7::bigint * interval '1 millisecond'), $8, $9, ${AT})
    ON CONFLICT (requested_by, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
    RETURNING a.requested_by, ${AT} AS at, approval_snapshot(a, NULL, NULL) AS view
  ),
  ${appendCardEvent('approval.opened')}
  SELECT * FROM appended`;

async function findByKey(
  sql: Sql,
  card: OpenCard,
): Promise<{ readonly view: ApprovalSnapshot; readonly inputHash: string } | null> {
  const { rows } = await sql.query<{ view: ApprovalSnapshot; inputHash: string }>(
    `SELECT approval_snapshot(a, (SELECT task_snapshot(t) FROM task t WHERE t.id = a.task_id), NULL) AS view,
            a.input_hash AS "inputHash"
     FROM approval a WHERE a.requested_by = $1 AND a.idempotency_key = $2`,
    [card.requestedBy, card.idempotency?.key ?? null],
  );
  return rows[0] ?? null;
}
