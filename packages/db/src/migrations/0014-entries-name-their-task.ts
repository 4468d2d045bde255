import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry without its task cannot be written: a charge whose task was not accepted is undone with it. */
export class EntriesNameTheirTask1764400000014 implements MigrationInterface {
  readonly name = 'EntriesNameTheirTask1764400000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE credit_entry ADD CONSTRAINT entry_names_its_task FOREIGN KEY (task_id) REFERENCES task (id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_entry DROP CONSTRAINT entry_names_its_task');
  }
}
