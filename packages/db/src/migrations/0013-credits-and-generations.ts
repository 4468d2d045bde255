import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people paid and got back, and what is known of the videos that are being made for it. */
export class CreditsAndGenerations1764400000013 implements MigrationInterface {
  readonly name = 'CreditsAndGenerations1764400000013';

  async up(runner: QueryRunner): Promise<void> {
    // fillfactor: the row is rewritten at every charge and refund.
    await runner.query(`
      CREATE TABLE credit_account (
        user_id text CONSTRAINT credit_account_pkey PRIMARY KEY
          CONSTRAINT account_belongs_to_user REFERENCES auth_user ("id"),
        balance bigint NOT NULL,
        entries integer NOT NULL,
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        mismatch_since timestamptz(3),
        CONSTRAINT balance_is_not_negative CHECK (balance >= 0),
        CONSTRAINT account_has_an_entry CHECK (entries >= 1)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX credit_account_by_change ON credit_account (changed_at, user_id)');
    await runner.query(
      'CREATE INDEX credit_account_mismatch ON credit_account (user_id) WHERE mismatch_since IS NOT NULL',
    );

    await runner.query(`
      CREATE TABLE credit_entry (
        user_id text NOT NULL CONSTRAINT entry_belongs_to_account REFERENCES credit_account (user_id),
        number integer NOT NULL,
        reference text NOT NULL CONSTRAINT each_reference_once UNIQUE,
        reason text NOT NULL,
        amount bigint NOT NULL,
        balance_after bigint NOT NULL,
        task_id text,
        granted_by text CONSTRAINT grant_names_its_admin REFERENCES auth_user ("id"),
        note text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT credit_entry_pkey PRIMARY KEY (user_id, number),
        CONSTRAINT number_counts_from_one CHECK (number >= 1),
        CONSTRAINT reason_is_known CHECK (reason IN ('CHARGE', 'REFUND', 'GRANT')),
        CONSTRAINT only_a_charge_takes CHECK (CASE WHEN reason = 'CHARGE' THEN amount < 0 ELSE amount > 0 END),
        CONSTRAINT balance_after_is_not_negative CHECK (balance_after >= 0),
        CONSTRAINT task_unless_granted CHECK ((task_id IS NULL) = (reason = 'GRANT')),
        CONSTRAINT reference_names_the_task CHECK (reason = 'GRANT' OR reference = lower(reason) || ':' || task_id),
        CONSTRAINT grant_has_a_key CHECK (reason <> 'GRANT' OR reference LIKE 'grant:_%'),
        CONSTRAINT only_a_grant_is_explained CHECK (reason = 'GRANT' OR (granted_by IS NULL AND note IS NULL))
      )`);
    await runner.query('CREATE INDEX credit_entry_by_age ON credit_entry (created_at, reason, amount)');
    await runner.query(`
      CREATE TRIGGER credit_entry_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);

    await runner.query(`
      CREATE TABLE generation (
        task_id text CONSTRAINT generation_pkey PRIMARY KEY
          CONSTRAINT generation_belongs_to_task REFERENCES task (id) ON DELETE CASCADE,
        provider_task_id text CONSTRAINT each_provider_task_once UNIQUE,
        provider_state text,
        handed_over_at timestamptz(3) NOT NULL DEFAULT now(),
        completed_at timestamptz(3),
        queries integer NOT NULL DEFAULT 0,
        next_check_at timestamptz(3),
        last_problem text,
        CONSTRAINT queries_count_from_zero CHECK (queries >= 0)
      ) WITH (fillfactor = 70)`);
    await runner.query(
      'CREATE INDEX generation_by_next_check ON generation (next_check_at, task_id) WHERE next_check_at IS NOT NULL',
    );

    await runner.query('ALTER TABLE document DROP CONSTRAINT doc_type_is_known');
    await runner.query(
      `ALTER TABLE document ADD CONSTRAINT doc_type_is_known CHECK (doc_type IN ('REGISTRY', 'LEDGER', 'PICTURE', 'VIDEO'))`,
    );
    // The provider can be asked about it for as long as it takes.
    await runner.query(
      `ALTER TABLE task ADD CONSTRAINT generation_is_never_in_doubt
       CHECK (kind <> 'generation' OR error_code <> 'OUTCOME_UNKNOWN')`,
    );
    await runner.query(`CREATE INDEX generation_of_user ON task (user_id, id) WHERE kind = 'generation'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generation_of_user');
    await runner.query('ALTER TABLE task DROP CONSTRAINT generation_is_never_in_doubt');
    await runner.query('ALTER TABLE document DROP CONSTRAINT doc_type_is_known');
    await runner.query(
      `ALTER TABLE document ADD CONSTRAINT doc_type_is_known CHECK (doc_type IN ('REGISTRY', 'LEDGER', 'PICTURE'))`,
    );
    await runner.query('DROP TABLE generation, credit_entry, credit_account');
  }
}
