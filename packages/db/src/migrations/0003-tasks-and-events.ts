import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The life of a task, its steps, and the numbered events every change leaves behind. */
export class TasksAndEvents1764400000003 implements MigrationInterface {
  readonly name = 'TasksAndEvents1764400000003';

  async up(runner: QueryRunner): Promise<void> {
    // nest_id and document_id carry no foreign key: a task is the record of what was done and paid for, and outlives both.
    // fillfactor: a task is updated some ten times, mostly in columns without an index.
    await runner.query(`
      CREATE TABLE task (
        id text CONSTRAINT task_pkey PRIMARY KEY,
        kind text NOT NULL,
        status text NOT NULL DEFAULT 'PENDING',
        version integer NOT NULL DEFAULT 1,
        user_id text NOT NULL CONSTRAINT task_belongs_to_user REFERENCES auth_user ("id"),
        input jsonb NOT NULL,
        result jsonb,
        error_code text,
        progress jsonb,
        nest_id text,
        doc_type text,
        document_id text,
        approval_id text,
        attempt integer NOT NULL DEFAULT 0,
        last_error_code text,
        last_attempt_at timestamptz(3),
        next_retry_at timestamptz(3),
        job_id text,
        worker_id text,
        boot_id text,
        worker_missing_since timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        pending_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        deadline_at timestamptz(3),
        settled_at timestamptz(3),
        CONSTRAINT kind_is_known CHECK (kind IN ('issuance', 'ocr', 'approval', 'generation')),
        CONSTRAINT status_is_known CHECK (status IN ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
        CONSTRAINT settled_at_iff_final CHECK ((settled_at IS NOT NULL) = (status IN ('SUCCESS', 'FAILED'))),
        CONSTRAINT deadline_at_iff_active CHECK ((deadline_at IS NOT NULL) = (status IN ('PENDING', 'PROCESSING'))),
        CONSTRAINT error_code_iff_failed CHECK ((error_code IS NOT NULL) = (status = 'FAILED')),
        CONSTRAINT result_iff_success CHECK ((result IS NOT NULL) = (status = 'SUCCESS')),
        CONSTRAINT owner_is_whole CHECK ((worker_id IS NULL) = (boot_id IS NULL)),
        CONSTRAINT owner_only_while_processing CHECK (worker_id IS NULL OR status = 'PROCESSING'),
        CONSTRAINT missing_only_with_owner CHECK (worker_missing_since IS NULL OR worker_id IS NOT NULL),
        CONSTRAINT queued_only_without_owner
          CHECK (job_id IS NULL OR (worker_id IS NULL AND status IN ('PENDING', 'PROCESSING'))),
        CONSTRAINT next_retry_only_while_waiting
          CHECK (next_retry_at IS NULL OR (worker_id IS NULL AND status = 'PROCESSING')),
        CONSTRAINT processing_has_started
          CHECK (status NOT IN ('PROCESSING', 'SUCCESS') OR (started_at IS NOT NULL AND attempt >= 1)),
        CONSTRAINT started_only_by_a_claim CHECK (started_at IS NULL OR attempt >= 1),
        CONSTRAINT attempt_counts_from_zero CHECK (attempt >= 0),
        CONSTRAINT version_counts_from_one CHECK (version >= 1),
        CONSTRAINT doc_type_is_known CHECK (doc_type IN ('REGISTRY', 'LEDGER')),
        CONSTRAINT issuance_names_nest_and_document
          CHECK (kind <> 'issuance' OR (nest_id IS NOT NULL AND doc_type IS NOT NULL)),
        CONSTRAINT ocr_names_its_document CHECK (kind <> 'ocr' OR document_id IS NOT NULL),
        CONSTRAINT approval_names_its_card CHECK (kind <> 'approval' OR approval_id IS NOT NULL),
        CONSTRAINT input_is_an_object CHECK (jsonb_typeof(input) = 'object'),
        CONSTRAINT result_is_an_object CHECK (jsonb_typeof(result) = 'object'),
        CONSTRAINT progress_is_an_object CHECK (jsonb_typeof(progress) = 'object')
      ) WITH (fillfactor = 80)`);
    // The sweep reads this one: its size follows the active rows, never the settled history.
    await runner.query(
      `CREATE INDEX active_task_by_deadline ON task (deadline_at, id) WHERE status IN ('PENDING', 'PROCESSING')`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX one_active_issuance ON task (nest_id, doc_type)
       WHERE kind = 'issuance' AND status IN ('PENDING', 'PROCESSING')`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX one_active_ocr ON task (document_id)
       WHERE kind = 'ocr' AND status IN ('PENDING', 'PROCESSING')`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX one_task_per_approval ON task (approval_id) WHERE kind = 'approval'`,
    );
    await runner.query(
      `CREATE INDEX task_without_owner ON task (id) WHERE worker_id IS NULL AND status IN ('PENDING', 'PROCESSING')`,
    );
    await runner.query('CREATE INDEX task_with_owner ON task (id) WHERE worker_id IS NOT NULL');
    await runner.query('CREATE INDEX task_of_user ON task (user_id, id)');
    await runner.query(
      `CREATE INDEX active_task_of_user ON task (user_id) WHERE status IN ('PENDING', 'PROCESSING')`,
    );
    await runner.query(
      'CREATE INDEX settled_task_of_user ON task (user_id, settled_at) WHERE settled_at IS NOT NULL',
    );
    await runner.query('CREATE INDEX task_of_nest ON task (nest_id, id) WHERE nest_id IS NOT NULL');
    await runner.query(
      `CREATE INDEX issuance_of_nest ON task (nest_id, doc_type, created_at) WHERE kind = 'issuance'`,
    );
    await runner.query(`CREATE INDEX ocr_of_document ON task (document_id, created_at) WHERE kind = 'ocr'`);
    await runner.query(
      `CREATE INDEX task_in_doubt ON task (settled_at) WHERE error_code = 'OUTCOME_UNKNOWN'`,
    );

    await runner.query(`
      CREATE TABLE task_step (
        task_id text NOT NULL CONSTRAINT step_belongs_to_task REFERENCES task (id) ON DELETE CASCADE,
        position integer NOT NULL,
        name text NOT NULL,
        mode text NOT NULL,
        status text NOT NULL,
        attempt integer NOT NULL,
        idempotency_key text,
        output jsonb,
        error jsonb,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        CONSTRAINT task_step_pkey PRIMARY KEY (task_id, position),
        CONSTRAINT position_counts_from_one CHECK (position >= 1),
        CONSTRAINT mode_is_known CHECK (mode IN ('repeatable', 'once')),
        CONSTRAINT status_is_known CHECK (status IN ('PENDING', 'STARTED', 'DONE', 'FAILED')),
        CONSTRAINT once_has_an_idempotency_key CHECK (mode <> 'once' OR idempotency_key IS NOT NULL),
        CONSTRAINT started_at_unless_pending CHECK ((started_at IS NULL) = (status = 'PENDING')),
        CONSTRAINT finished_at_iff_over CHECK ((finished_at IS NOT NULL) = (status IN ('DONE', 'FAILED'))),
        CONSTRAINT error_iff_failed CHECK ((error IS NOT NULL) = (status = 'FAILED'))
      )`);
    await runner.query(
      `CREATE INDEX once_step_in_doubt ON task_step (task_id) WHERE mode = 'once' AND status = 'STARTED'`,
    );

    await runner.query(`
      CREATE TABLE idempotency (
        user_id text NOT NULL,
        procedure text NOT NULL,
        key text NOT NULL,
        input_hash text NOT NULL,
        task_id text NOT NULL CONSTRAINT idempotency_names_its_task REFERENCES task (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_pkey PRIMARY KEY (user_id, procedure, key)
      )`);
    await runner.query('CREATE INDEX idempotency_of_task ON idempotency (task_id)');

    // One row per stream, locked from the increment to the commit: that is what makes the numbers gapless and
    // their order the order of the commits. fillfactor: the row is rewritten at every event.
    await runner.query(`
      CREATE TABLE stream (
        name text CONSTRAINT stream_pkey PRIMARY KEY,
        last_seq bigint NOT NULL,
        CONSTRAINT seq_counts_from_one CHECK (last_seq >= 1)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE event (
        stream text NOT NULL,
        seq bigint NOT NULL,
        type text NOT NULL,
        at timestamptz(3) NOT NULL,
        task_id text,
        payload jsonb NOT NULL,
        CONSTRAINT event_pkey PRIMARY KEY (stream, seq),
        CONSTRAINT seq_counts_from_one CHECK (seq >= 1)
      )`);
    await runner.query('CREATE INDEX event_of_task ON event (task_id, at) WHERE task_id IS NOT NULL');
    // Pruning reads by age; rows arrive in that order, so a block-range index is enough and costs inserts nothing.
    await runner.query('CREATE INDEX event_by_age ON event USING brin (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event, stream, idempotency, task_step, task');
  }
}
