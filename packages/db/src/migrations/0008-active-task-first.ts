import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A nest shows its active issuance, else the newest one. An operator's decision can resume a task older than one that was
 * asked for meanwhile and has ended.
 */
export class ActiveTaskFirst1764400000008 implements MigrationInterface {
  readonly name = 'ActiveTaskFirst1764400000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      nestDocumentSql(`coalesce(
            (SELECT task_snapshot(t) FROM task t
             WHERE t.kind = 'issuance' AND t.nest_id = $1 AND t.doc_type = wanted
               AND t.status IN ('PENDING', 'PROCESSING')),
            (SELECT task_snapshot(t) FROM task t
             WHERE t.kind = 'issuance' AND t.nest_id = $1 AND t.doc_type = wanted
             ORDER BY t.created_at DESC, t.id DESC LIMIT 1))`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      nestDocumentSql(`(SELECT task_snapshot(t) FROM task t
                   WHERE t.kind = 'issuance' AND t.nest_id = $1 AND t.doc_type = wanted
                   ORDER BY t.created_at DESC, t.id DESC LIMIT 1)`),
    );
  }
}

const nestDocumentSql = (task: string): string => `
  CREATE OR REPLACE FUNCTION nest_document(nest_id text, wanted text) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'task', ${task},
          'document', (SELECT document_snapshot(d, newest_ocr_status(d.id)) FROM document d
                       WHERE d.nest_id = $1 AND d.doc_type = wanted
                       ORDER BY d.created_at DESC, d.id DESC LIMIT 1))
      $$`;
