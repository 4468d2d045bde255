import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the tasks an effect outside belongs to, an order for instance, without reading the history. */
export class OrdersOnRecord1764400000007 implements MigrationInterface {
  readonly name = 'OrdersOnRecord1764400000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX once_step_by_order ON task_step ((coalesce(output ->> 'orderNo', idempotency_key)))
      WHERE mode = 'once'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX once_step_by_order');
  }
}
