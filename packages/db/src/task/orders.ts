import type { Sql } from '../sql.ts';

/**
 * Of these orders, those that only failed tasks have paid: nobody got what was bought, and nobody is about to.
 * An order that no task of ours names is somebody else's, and not returned.
 *
 * Called by: worker, before it buys.
 */
export async function ordersLeftBehind(sql: Sql, orderNos: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ orderNo: string }>(
    `SELECT ${ORDER_SQL} AS "orderNo"
     FROM task_step s JOIN task t ON t.id = s.task_id
     WHERE s.mode = 'once' AND ${ORDER_SQL} = ANY ($1)
     GROUP BY 1 HAVING every(t.status = 'FAILED')`,
    [orderNos],
  );
  return rows.map((row) => row.orderNo);
}

/** As in the index once_step_by_order. */
const ORDER_SQL = `coalesce(s.output ->> 'orderNo', s.idempotency_key)`;
