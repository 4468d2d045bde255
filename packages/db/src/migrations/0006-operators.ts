import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators did, and what they and the sweep need to find quickly. */
export class Operators1764400000006 implements MigrationInterface {
  readonly name = 'Operators1764400000006';

  async up(runner: QueryRunner): Promise<void> {
    // Whoever acted stays on record: their account cannot be deleted. task_id carries no foreign key, as elsewhere.
    await runner.query(`
      CREATE TABLE operator_action (
        id text CONSTRAINT operator_action_pkey PRIMARY KEY,
        operator_id text NOT NULL CONSTRAINT action_names_its_operator REFERENCES auth_user ("id"),
        action text NOT NULL,
        task_id text,
        note text,
        detail jsonb NOT NULL DEFAULT '{}',
        at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT detail_is_an_object CHECK (jsonb_typeof(detail) = 'object'),
        CONSTRAINT decision_is_explained CHECK (action <> 'outcome.resolved' OR (task_id IS NOT NULL AND note IS NOT NULL))
      )`);
    await runner.query(
      'CREATE INDEX operator_action_of_task ON operator_action (task_id, id) WHERE task_id IS NOT NULL',
    );
    await runner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    await runner.query(`
      CREATE TRIGGER operator_action_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_action
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);

    await runner.query('ALTER TABLE task_step ADD COLUMN reconcile_at timestamptz(3)');
    await runner.query(
      'CREATE INDEX failed_task_by_code ON task (error_code, id) WHERE error_code IS NOT NULL',
    );
    // The last column too, so that the counts of a day are read from the index alone.
    await runner.query(
      'CREATE INDEX settled_task_by_time ON task (settled_at, kind, error_code) WHERE settled_at IS NOT NULL',
    );
    // The api used to write its errors out where everybody else counts them.
    await runner.query(`
      UPDATE sweep_run SET result = result || jsonb_build_object(
        'errors', CASE WHEN jsonb_typeof(result -> 'errors') = 'array'
                  THEN jsonb_array_length(result -> 'errors') ELSE 0 END,
        'redispatched', 0, 'refunded', 0, 'objectsDeleted', 0)
      WHERE by = 'api'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX settled_task_by_time, failed_task_by_code');
    await runner.query('ALTER TABLE task_step DROP COLUMN reconcile_at');
    await runner.query('DROP TABLE operator_action');
    await runner.query('DROP FUNCTION refuse_change()');
  }
}
