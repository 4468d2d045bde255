import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the search for orphans read only objects that no document names: a few, while the others grow for ever. The mark
 * is kept by a trigger, since documents also go away by a cascade.
 */
export class ObjectsWithoutDocument1764400000009 implements MigrationInterface {
  readonly name = 'ObjectsWithoutDocument1764400000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE stored_object ADD COLUMN has_document boolean NOT NULL DEFAULT false');
    await runner.query(
      'UPDATE stored_object SET has_document = true FROM document WHERE document.object_key = stored_object.key',
    );
    await runner.query(`
      CREATE INDEX stored_object_without_document ON stored_object (planned_at, key) WHERE NOT has_document`);
    await runner.query('DROP INDEX stored_object_by_age');
    await runner.query(`
      CREATE FUNCTION mark_object_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          UPDATE stored_object SET has_document = true WHERE key = NEW.object_key;
        ELSE
          UPDATE stored_object SET has_document = false WHERE key = OLD.object_key;
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER document_marks_its_object AFTER INSERT OR DELETE ON document
      FOR EACH ROW EXECUTE FUNCTION mark_object_of_document()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER document_marks_its_object ON document');
    await runner.query('DROP FUNCTION mark_object_of_document()');
    await runner.query('CREATE INDEX stored_object_by_age ON stored_object (planned_at, key)');
    await runner.query('ALTER TABLE stored_object DROP COLUMN has_document');
  }
}
