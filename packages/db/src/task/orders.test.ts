import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TaskSituation, type TestDatabase, taskIn } from '../testing/index.ts';
import { ordersLeftBehind } from './orders.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

/** A task in that situation whose payment step names the order. */
async function paidBy(situation: TaskSituation, orderNo: string, output: object | null = { orderNo }) {
  const { task } = await taskIn(test.db, situation);
  await test.db.query(
    `INSERT INTO task_step (task_id, position, name, mode, status, attempt, idempotency_key, output, started_at)
     VALUES ($1, 3, 'pay', 'once', 'STARTED', 1, $2, $3, now())`,
    [task.id, orderNo, output && JSON.stringify(output)],
  );
}

describe('orders left behind', () => {
  it('are those that only failed tasks have paid', async () => {
    await paidBy('FAILED', 'A-1');
    await paidBy('IN_DOUBT', 'A-2', null);
    await paidBy('SUCCESS', 'B-1');
    await paidBy('FAILED', 'B-1');
    await paidBy('PROCESSING', 'B-2');
    await paidBy('FAILED', 'B-2');
    await paidBy('FAILED', 'B-3', { orderNo: 'A-3' });
    const asked = ['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'B-3', 'of somebody else'];
    expect((await ordersLeftBehind(test.db, asked)).sort()).toEqual(['A-1', 'A-2', 'A-3']);
  });

  it('are found by the index, whatever the history holds', async () => {
    const plan = await test.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT FROM task_step s
       WHERE s.mode = 'once' AND coalesce(s.output ->> 'orderNo', s.idempotency_key) = ANY ('{A-1,A-2}')`,
    );
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('once_step_by_order');
  });
});
