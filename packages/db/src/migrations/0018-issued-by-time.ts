import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the newest successful issues of a document among everything that ever ended: people are told how long it usually takes. */
export class IssuedByTime1764400000018 implements MigrationInterface {
  readonly name = 'IssuedByTime1764400000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX issued_by_time ON task (doc_type, settled_at) WHERE kind = 'issuance' AND status = 'SUCCESS'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX issued_by_time');
  }
}
