/**
 * Takes the price of an accepted task; part of the statement that accepts it.
 *
 * It expects the CTE `changed`, the account's row locked before and found to hold enough, and leaves
 * `credited (user_id, balance)`. The CHECK on the balance stands behind it.
 *
 * @param cost the parameter that holds the price
 */
export const chargeSql = (cost: string): string => `
  credited AS (
    UPDATE credit_account a SET
      balance = a.balance - ${cost}::bigint, entries = a.entries + 1, changed_at = changed.at
    FROM changed WHERE a.user_id = changed.user_id
    RETURNING a.user_id, a.balance, a.entries, changed.id AS task_id, changed.at
  ),
  charged AS (
    INSERT INTO credit_entry (user_id, number, reference, reason, amount, balance_after, task_id, created_at)
    SELECT user_id, entries, 'charge:' || task_id, 'CHARGE', -${cost}::bigint, balance, task_id, at FROM credited
  )`;
