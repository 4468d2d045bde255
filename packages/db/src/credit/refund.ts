/**
 * What belongs to every end of a task: its credits come back, and nobody asks the provider about it any more. Part of
 * every statement that ends one (`appendTaskEvent('task.resolved')`), so no way to FAILED can forget it.
 *
 * It expects the CTE `changed`, and leaves `credited (user_id, balance)` with the row of a refund, if there was one.
 * Guard: the task was charged and not refunded yet; `refund:{taskId}` is unique besides. The task's row is locked, so
 * nobody else refunds it meanwhile.
 */
export const REFUND_SQL = `
  rested AS (
    UPDATE generation SET next_check_at = NULL FROM changed
    WHERE generation.task_id = changed.id AND changed.kind = 'generation' AND changed.status IN ('SUCCESS', 'FAILED')
  ),
  credited AS (
    UPDATE credit_account a SET
      balance = a.balance - charge.amount, entries = a.entries + 1, changed_at = changed.at
    FROM changed JOIN credit_entry charge ON charge.reference = 'charge:' || changed.id
    WHERE changed.kind = 'generation' AND changed.status = 'FAILED' AND a.user_id = charge.user_id
      AND NOT EXISTS (SELECT FROM credit_entry r WHERE r.reference = 'refund:' || changed.id)
    RETURNING a.user_id, a.balance, a.entries, -charge.amount AS amount, changed.id AS task_id, changed.at
  ),
  refunded AS (
    INSERT INTO credit_entry (user_id, number, reference, reason, amount, balance_after, task_id, created_at)
    SELECT user_id, entries, 'refund:' || task_id, 'REFUND', amount, balance, task_id, at FROM credited
  )`;
