interface Params {
  readonly cost: string;
}

/**
 * Takes the price before the task is there: the balance is looked at and lowered by the very update that waits for other
 * charges of the person, so it is the newest one. (A look under a lock of its own and an update after it have been seen to
 * disagree.) Leaves the CTE `paid` open for further conditions and its RETURNING.
 */
export const takePriceSql = ({
  userId,
  cost,
  at,
}: Params & { readonly userId: string; readonly at: string }): string => `
  paid AS (
    UPDATE credit_account a SET balance = a.balance - ${cost}::bigint, entries = a.entries + 1, changed_at = ${at}
    WHERE a.user_id = ${userId} AND a.balance >= ${cost}::bigint`;

/**
 * The entry of what was `paid`. It names its task by a foreign key: when a lost race leaves the task out, the whole
 * statement is undone, the price with it. Leaves `credited (user_id, balance)`.
 */
export const chargeSql = ({ taskId, cost }: Params & { readonly taskId: string }): string => `
  charged AS (
    INSERT INTO credit_entry (user_id, number, reference, reason, amount, balance_after, task_id, created_at)
    SELECT user_id, entries, 'charge:' || ${taskId}, 'CHARGE', -${cost}::bigint, balance, ${taskId}, changed_at FROM paid
  ),
  credited AS (SELECT user_id, balance FROM paid)`;
