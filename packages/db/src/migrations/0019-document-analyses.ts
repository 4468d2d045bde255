import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a document says, beside its text: by which version of the reader, so that a better one can read it again. */
export class DocumentAnalyses1764400000019 implements MigrationInterface {
  readonly name = 'DocumentAnalyses1764400000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE document_analysis (
        document_id text CONSTRAINT document_analysis_pkey PRIMARY KEY
          CONSTRAINT analysis_belongs_to_document REFERENCES document (id) ON DELETE CASCADE,
        reader_version integer NOT NULL,
        registry jsonb,
        ledger jsonb,
        saved_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT reader_version_counts_from_one CHECK (reader_version >= 1),
        CONSTRAINT a_document_is_one_thing CHECK (registry IS NULL OR ledger IS NULL)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE document_analysis');
  }
}
