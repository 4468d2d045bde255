import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person owns: nests, the files stored for them, and the text read from those files. */
export class NestsAndDocuments1764400000002 implements MigrationInterface {
  readonly name = 'NestsAndDocuments1764400000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE nest (
        id text CONSTRAINT nest_pkey PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT nest_belongs_to_user REFERENCES auth_user ("id"),
        version integer NOT NULL DEFAULT 1,
        name text NOT NULL,
        road_address text NOT NULL,
        detail_address text NOT NULL,
        building_type text NOT NULL,
        deposit_krw bigint NOT NULL,
        monthly_rent_krw bigint NOT NULL,
        landlord_name text NOT NULL,
        contract_from date NOT NULL,
        contract_to date NOT NULL,
        house_price_krw bigint,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT building_type_is_known
          CHECK (building_type IN ('APARTMENT', 'OFFICETEL', 'VILLA', 'MULTI_HOUSEHOLD', 'DETACHED')),
        CONSTRAINT money_is_not_negative CHECK (deposit_krw >= 0 AND monthly_rent_krw >= 0 AND house_price_krw >= 0),
        CONSTRAINT contract_ends_after_it_begins CHECK (contract_from <= contract_to)
      )`);
    await runner.query('CREATE INDEX nest_of_user ON nest (user_id, id)');

    // A key is written here before the upload begins, so bytes without a document can always be found and deleted.
    await runner.query(`
      CREATE TABLE stored_object (
        key text CONSTRAINT stored_object_pkey PRIMARY KEY,
        purpose text NOT NULL,
        status text NOT NULL DEFAULT 'PLANNED',
        task_id text,
        planned_at timestamptz(3) NOT NULL DEFAULT now(),
        stored_at timestamptz(3),
        deleting_since timestamptz(3),
        deleted_at timestamptz(3),
        CONSTRAINT purpose_is_known CHECK (purpose IN ('document', 'screenshot', 'trace')),
        CONSTRAINT status_is_known CHECK (status IN ('PLANNED', 'STORED', 'DELETING', 'DELETED')),
        CONSTRAINT deleting_since_iff_being_deleted CHECK ((deleting_since IS NOT NULL) = (status IN ('DELETING', 'DELETED'))),
        CONSTRAINT deleted_at_iff_deleted CHECK ((deleted_at IS NOT NULL) = (status = 'DELETED'))
      )`);
    await runner.query('CREATE INDEX stored_object_by_age ON stored_object (planned_at, key)');
    await runner.query('CREATE INDEX stored_object_of_task ON stored_object (task_id)');

    await runner.query(`
      CREATE TABLE document (
        id text CONSTRAINT document_pkey PRIMARY KEY,
        user_id text NOT NULL CONSTRAINT document_belongs_to_user REFERENCES auth_user ("id"),
        nest_id text CONSTRAINT document_belongs_to_nest REFERENCES nest (id) ON DELETE CASCADE,
        doc_type text NOT NULL,
        source text NOT NULL,
        file_name text NOT NULL,
        content_type text NOT NULL,
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        pages integer,
        object_key text NOT NULL CONSTRAINT document_has_its_own_object UNIQUE
          CONSTRAINT document_names_its_object REFERENCES stored_object (key),
        task_id text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT doc_type_is_known CHECK (doc_type IN ('REGISTRY', 'LEDGER', 'PICTURE')),
        CONSTRAINT source_is_known CHECK (source IN ('ISSUED', 'UPLOADED')),
        CONSTRAINT issued_iff_by_a_task CHECK ((source = 'ISSUED') = (task_id IS NOT NULL)),
        CONSTRAINT size_is_not_negative CHECK (size_bytes >= 0),
        CONSTRAINT pages_are_counted_from_one CHECK (pages >= 1)
      )`);
    await runner.query('CREATE INDEX document_of_nest ON document (nest_id, doc_type, created_at, id)');
    await runner.query('CREATE INDEX document_of_user ON document (user_id, id)');

    await runner.query(`
      CREATE TABLE document_text (
        document_id text CONSTRAINT document_text_pkey PRIMARY KEY
          CONSTRAINT text_belongs_to_document REFERENCES document (id) ON DELETE CASCADE,
        pages text[] NOT NULL,
        method text NOT NULL,
        saved_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT method_is_known CHECK (method IN ('TEXT_LAYER', 'OCR'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE document_text, document, stored_object, nest');
  }
}
