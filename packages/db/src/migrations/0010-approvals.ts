import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cards: what somebody asks people to approve, and what became of it. */
export class Approvals1764400000010 implements MigrationInterface {
  readonly name = 'Approvals1764400000010';

  async up(runner: QueryRunner): Promise<void> {
    // The steps are a value, not rows: asked for once, never changed. How far each is stands in its task's task_step.
    await runner.query(`
      CREATE TABLE approval (
        id text CONSTRAINT approval_pkey PRIMARY KEY,
        version integer NOT NULL DEFAULT 1,
        status text NOT NULL DEFAULT 'OPEN',
        title text NOT NULL,
        summary text NOT NULL,
        plan jsonb NOT NULL,
        requested_by text NOT NULL CONSTRAINT approval_names_its_requester REFERENCES auth_user ("id"),
        idempotency_key text,
        input_hash text,
        expires_at timestamptz(3) NOT NULL,
        decided_by text CONSTRAINT approval_names_its_decider REFERENCES auth_user ("id"),
        decided_at timestamptz(3),
        decision_note text,
        task_id text CONSTRAINT approval_names_its_task REFERENCES task (id),
        last_error_code text,
        last_error_message text,
        restorable boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT approval_status_is_known
          CHECK (status IN ('OPEN', 'ACCEPTED', 'APPLIED', 'FAILED', 'REJECTED', 'EXPIRED')),
        CONSTRAINT version_counts_from_one CHECK (version >= 1),
        CONSTRAINT plan_is_a_list CHECK (jsonb_typeof(plan) = 'array' AND jsonb_array_length(plan) >= 1),
        CONSTRAINT decision_is_whole CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
        CONSTRAINT open_is_undecided CHECK (status <> 'OPEN' OR (decided_by IS NULL AND task_id IS NULL)),
        CONSTRAINT decided_unless_open_or_expired CHECK (status IN ('OPEN', 'EXPIRED') OR decided_by IS NOT NULL),
        CONSTRAINT accepted_has_a_task CHECK (status NOT IN ('ACCEPTED', 'APPLIED', 'FAILED') OR task_id IS NOT NULL),
        CONSTRAINT failed_has_an_error CHECK (status <> 'FAILED' OR last_error_code IS NOT NULL),
        CONSTRAINT error_only_after_a_failure
          CHECK (last_error_code IS NULL OR status IN ('FAILED', 'REJECTED', 'EXPIRED')),
        CONSTRAINT message_only_with_error CHECK (last_error_message IS NULL OR last_error_code IS NOT NULL),
        CONSTRAINT restorable_only_when_failed CHECK (NOT restorable OR status = 'FAILED'),
        CONSTRAINT note_only_when_rejected CHECK (decision_note IS NULL OR status = 'REJECTED'),
        CONSTRAINT key_goes_with_its_input CHECK ((idempotency_key IS NULL) = (input_hash IS NULL))
      ) WITH (fillfactor = 80)`);
    await runner.query(
      `CREATE UNIQUE INDEX one_card_per_key ON approval (requested_by, idempotency_key)
       WHERE idempotency_key IS NOT NULL`,
    );
    await runner.query(
      'CREATE UNIQUE INDEX one_card_per_task ON approval (task_id) WHERE task_id IS NOT NULL',
    );
    await runner.query('CREATE INDEX approval_by_status ON approval (status, id)');
    await runner.query('CREATE INDEX approval_of_requester ON approval (requested_by, id)');
    // What a person may decide about: read by lists, by snapshots, and by the sweep that expires them.
    await runner.query(
      `CREATE INDEX actionable_approval_by_expiry ON approval (expires_at, id)
       WHERE status = 'OPEN' OR (status = 'FAILED' AND restorable)`,
    );

    await runner.query('ALTER TABLE task ADD COLUMN attempts_before integer NOT NULL DEFAULT 0');
    await runner.query(
      `ALTER TABLE task ADD CONSTRAINT attempts_before_are_past
       CHECK (attempts_before >= 0 AND attempts_before <= attempt)`,
    );

    // What the statement that asks is just changing is not visible to its reads, so it hands the new views in.
    await runner.query(`
      CREATE FUNCTION approval_snapshot(a approval, task_view jsonb, step_view jsonb)
      RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'id', a.id,
          'version', a.version,
          'title', a.title,
          'summary', a.summary,
          'status', a.status,
          'steps', (
            SELECT jsonb_agg(
              CASE
                WHEN step_view ->> 'position' = p.position::text THEN step_view
                WHEN s.task_id IS NOT NULL THEN step_snapshot(s)
                ELSE jsonb_build_object(
                  'position', p.position, 'name', p.step ->> 'name', 'status', 'PENDING', 'attempt', 0,
                  'startedAt', NULL, 'finishedAt', NULL, 'error', NULL, 'output', NULL)
              END || jsonb_build_object('action', p.step ->> 'action')
              ORDER BY p.position)
            FROM jsonb_array_elements(a.plan) WITH ORDINALITY AS p (step, position)
            LEFT JOIN task_step s ON s.task_id = a.task_id AND s.position = p.position),
          'expiresAt', iso_time(a.expires_at),
          'requestedBy', a.requested_by,
          'requestedByName', (SELECT u."name" FROM auth_user u WHERE u."id" = a.requested_by),
          'decidedBy', a.decided_by,
          'decidedByName', (SELECT u."name" FROM auth_user u WHERE u."id" = a.decided_by),
          'decidedAt', iso_time(a.decided_at),
          'decisionNote', a.decision_note,
          'taskId', a.task_id,
          'task', task_view,
          'lastErrorCode', a.last_error_code,
          'lastErrorMessage', a.last_error_message,
          'restorable', a.restorable,
          'createdAt', iso_time(a.created_at))
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION approval_snapshot(approval, jsonb, jsonb)');
    await runner.query('ALTER TABLE task DROP COLUMN attempts_before');
    await runner.query('DROP TABLE approval');
  }
}
