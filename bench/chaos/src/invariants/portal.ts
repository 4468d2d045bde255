import type { Invariant } from './world.ts';

/** Every register was asked for once, so it was bought at most once, exactly once when it was delivered, and is on record. */
export const purchases: Invariant = async ({ sql, outside }) => {
  const counts = new Map<string, number>();
  for (const { address, times } of outside.purchases) counts.set(address, (counts.get(address) ?? 0) + times);
  const { rows } = await sql.query<{ address: string }>(
    `SELECT concat_ws(' ', input ->> 'roadAddress', input ->> 'detailAddress') AS address
     FROM task WHERE kind = 'issuance' AND doc_type = 'REGISTRY' AND status = 'SUCCESS'`,
  );
  const { rows: recorded } = await sql.query<{ order_no: string }>(
    `SELECT coalesce(output ->> 'orderNo', idempotency_key) AS order_no FROM task_step WHERE mode = 'once'`,
  );
  const onRecord = new Set(recorded.map((row) => row.order_no));
  return [
    ...[...counts]
      .filter(([, times]) => times > 1)
      .map(([address, times]) => `"${address}" was paid ${times} times`),
    ...rows
      .filter(({ address }) => counts.get(address) !== 1)
      .map(({ address }) => `"${address}" was delivered and paid ${counts.get(address) ?? 0} times`),
    ...outside.purchases
      .filter(({ orderNo }) => !onRecord.has(orderNo))
      .map(({ orderNo }) => `purchase ${orderNo} is on no record of ours`),
  ];
};
