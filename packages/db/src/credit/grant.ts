import type { UserId } from '@dungji/contracts';
import { appendUserEvent, type EventRow, toChangeEvent } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';
import { violatedConstraint } from '../unavailable.ts';

export interface CreditGrant {
  readonly userId: UserId;
  readonly amount: number;
  readonly note: string;
  /** The same key grants once. */
  readonly key: string;
  /** The admin; null: the product itself, e.g. demo credits. */
  readonly grantedBy: UserId | null;
  readonly at?: Date | undefined;
}

export type GrantAnswer =
  | { readonly outcome: 'granted'; readonly balance: number }
  /** The key was used before for the same grant; the balance as it is now. */
  | { readonly outcome: 'reused'; readonly balance: number }
  /** IDEMPOTENCY_CONFLICT: the key was used before for another grant. */
  | { readonly outcome: 'conflict' };

/**
 * Gives a person credits.
 *
 * Guard: the person exists; the key is free.
 * Event: credits.changed. An admin's grant is recorded in the same statement.
 * Null when: there is no such person.
 * Called by: api (admins), the seed of the demo accounts.
 *
 * Locks, in order: credit account, user stream.
 */
export async function grantCredits(sql: Sql, grant: CreditGrant): Promise<GrantAnswer | null> {
  const first = await tryGrant(sql, grant);
  // Whoever lost the race for the key sees the winner's entry at the second look.
  return first === 'raced' ? notRaced(await tryGrant(sql, grant)) : first;
}

function notRaced(answer: GrantAnswer | 'raced' | null): GrantAnswer | null {
  if (answer === 'raced') throw new Error('a committed grant was not seen');
  return answer;
}

async function tryGrant(sql: Sql, grant: CreditGrant): Promise<GrantAnswer | 'raced' | null> {
  try {
    const { rows } = await sql.query<GrantRow>(GRANT_SQL, [
      grant.userId,
      grant.amount,
      grant.note,
      `grant:${grant.key}`,
      grant.grantedBy,
      newId.operatorAction(),
      grant.at ?? null,
    ]);
    const row = rows[0];
    if (!row?.known) return null;
    if (row.event) {
      sql.emit([toChangeEvent(row.event)]);
      return { outcome: 'granted', balance: row.event.payload.credits?.balance ?? 0 };
    }
    return row.same ? { outcome: 'reused', balance: row.balance } : { outcome: 'conflict' };
  } catch (error) {
    if (violatedConstraint(error) === 'each_reference_once') return 'raced';
    throw error;
  }
}

interface GrantRow {
  readonly known: boolean;
  /** Whether the key stands for this very grant. */
  readonly same: boolean;
  readonly balance: number;
  readonly event: EventRow | null;
}

const AT = 'coalesce($7::timestamptz, now())';

const GRANT_SQL = `
  WITH person AS (SELECT "id" AS id FROM auth_user WHERE "id" = $1 FOR KEY SHARE),
  prior AS (SELECT user_id, amount, note FROM credit_entry WHERE reference = $4),
  account AS (
    INSERT INTO credit_account AS a (user_id, balance, entries, changed_at)
    SELECT person.id, $2::bigint, 1, ${AT} FROM person WHERE NOT EXISTS (SELECT FROM prior)
    ON CONFLICT (user_id) DO UPDATE SET
      balance = a.balance + excluded.balance, entries = a.entries + 1, changed_at = excluded.changed_at
    RETURNING a.user_id, a.balance, a.entries
  ),
  entered AS (
    INSERT INTO credit_entry (user_id, number, reference, reason, amount, balance_after, granted_by, note, created_at)
    SELECT user_id, entries, $4, 'GRANT', $2::bigint, balance, $5, $3, ${AT} FROM account
  ),
  recorded AS (
    INSERT INTO operator_action (id, operator_id, action, note, detail, at)
    SELECT $6, $5, 'credits.granted', $3, jsonb_build_object('userId', user_id, 'amount', $2::bigint), ${AT}
    FROM account WHERE $5::text IS NOT NULL
  ),
  changed AS (
    SELECT user_id, ${AT} AS at, jsonb_build_object('credits', jsonb_build_object('balance', balance)) AS payload
    FROM account
  ),
  ${appendUserEvent('credits.changed')}
  SELECT EXISTS (SELECT FROM person) AS known,
         EXISTS (SELECT FROM prior WHERE user_id = $1 AND amount = $2::bigint AND note = $3) AS same,
         coalesce((SELECT balance FROM credit_account WHERE user_id = $1), 0) AS balance,
         (SELECT to_jsonb(appended) FROM appended) AS event`;
