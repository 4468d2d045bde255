import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A file that somebody announced and may be sending: not a document yet. The row goes when the file has become one, and
 * with its object when the sweep forgets that.
 */
export class Uploads1764400000016 implements MigrationInterface {
  readonly name = 'Uploads1764400000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload (
        document_id text CONSTRAINT upload_pkey PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT upload_belongs_to_user REFERENCES auth_user (id),
        nest_id text CONSTRAINT upload_belongs_to_nest REFERENCES nest (id) ON DELETE CASCADE,
        doc_type text NOT NULL,
        file_name text NOT NULL,
        content_type text NOT NULL,
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        object_key text NOT NULL
          CONSTRAINT upload_names_its_object REFERENCES stored_object (key) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT upload_has_its_own_object UNIQUE (object_key),
        CONSTRAINT doc_type_is_known CHECK (doc_type IN ('REGISTRY', 'LEDGER', 'PICTURE')),
        CONSTRAINT size_is_positive CHECK (size_bytes > 0)
      )`);
    await runner.query('CREATE INDEX upload_of_user ON upload (user_id, expires_at)');
    await runner.query('CREATE INDEX upload_of_nest ON upload (nest_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE upload');
  }
}
