import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the building-ledger API said, beside the document that was made of it: facts need not be read from a picture of them. */
export class LedgerRecords1764400000017 implements MigrationInterface {
  readonly name = 'LedgerRecords1764400000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger_record (
        document_id text CONSTRAINT ledger_record_pkey PRIMARY KEY
          CONSTRAINT record_belongs_to_document REFERENCES document (id) ON DELETE CASCADE,
        record jsonb NOT NULL,
        CONSTRAINT record_is_an_object CHECK (jsonb_typeof(record) = 'object')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger_record');
  }
}
