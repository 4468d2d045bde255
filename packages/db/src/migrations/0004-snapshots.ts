import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How a row looks from outside, in one place for reads and events alike. The only thing added afterwards, in
 * TypeScript, is what the tables of @dungji/contracts know: whether an error is retryable, what a screen may offer.
 */
export class Snapshots1764400000004 implements MigrationInterface {
  readonly name = 'Snapshots1764400000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION iso_time(moment timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
      RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

    await runner.query(`
      CREATE FUNCTION task_snapshot(t task) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'id', t.id,
          'kind', t.kind,
          'status', t.status,
          'version', t.version,
          'errorCode', t.error_code,
          'pendingSince', CASE WHEN t.settled_at IS NULL THEN iso_time(t.pending_at) END,
          'timeoutAt', iso_time(t.deadline_at),
          'attempt', t.attempt,
          'lastErrorCode', t.last_error_code,
          'nextRetryAt', iso_time(t.next_retry_at),
          'workerId', t.worker_id,
          'progress', t.progress,
          'nestId', t.nest_id,
          'docType', t.doc_type,
          'approvalId', t.approval_id,
          'documentId', t.document_id,
          'result', t.result,
          'createdAt', iso_time(t.created_at),
          'startedAt', iso_time(t.started_at),
          'settledAt', iso_time(t.settled_at))
      $$`);

    await runner.query(`
      CREATE FUNCTION step_snapshot(s task_step) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'position', s.position,
          'name', s.name,
          'status', s.status,
          'attempt', s.attempt,
          'startedAt', iso_time(s.started_at),
          'finishedAt', iso_time(s.finished_at),
          'error', s.error,
          'output', s.output)
      $$`);

    await runner.query(`
      CREATE FUNCTION newest_ocr_status(document_id text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT t.status FROM task t
        WHERE t.kind = 'ocr' AND t.document_id = $1
        ORDER BY t.created_at DESC, t.id DESC LIMIT 1
      $$`);

    // "analysis" is not stored: it follows from the newest ocr task and from the text at hand, so it cannot disagree with them.
    await runner.query(`
      CREATE FUNCTION document_snapshot(d document, ocr_status text) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'id', d.id,
          'docType', d.doc_type,
          'source', d.source,
          'fileName', d.file_name,
          'contentType', d.content_type,
          'sizeBytes', d.size_bytes,
          'sha256', d.sha256,
          'pages', d.pages,
          'analysis', CASE
            WHEN ocr_status IN ('PENDING', 'PROCESSING') THEN 'PENDING'
            WHEN ocr_status = 'SUCCESS' OR EXISTS (SELECT FROM document_text x WHERE x.document_id = d.id) THEN 'DONE'
            WHEN ocr_status = 'FAILED' THEN 'FAILED'
            ELSE 'NONE' END,
          'createdAt', iso_time(d.created_at))
      $$`);

    await runner.query(`
      CREATE FUNCTION nest_document(nest_id text, wanted text) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'task', (SELECT task_snapshot(t) FROM task t
                   WHERE t.kind = 'issuance' AND t.nest_id = $1 AND t.doc_type = wanted
                   ORDER BY t.created_at DESC, t.id DESC LIMIT 1),
          'document', (SELECT document_snapshot(d, newest_ocr_status(d.id)) FROM document d
                       WHERE d.nest_id = $1 AND d.doc_type = wanted
                       ORDER BY d.created_at DESC, d.id DESC LIMIT 1))
      $$`);

    await runner.query(`
      CREATE FUNCTION nest_snapshot(n nest) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT jsonb_build_object(
          'id', n.id,
          'version', n.version,
          'name', n.name,
          'roadAddress', n.road_address,
          'detailAddress', n.detail_address,
          'buildingType', n.building_type,
          'depositKrw', n.deposit_krw,
          'monthlyRentKrw', n.monthly_rent_krw,
          'landlordName', n.landlord_name,
          'contractFrom', n.contract_from,
          'contractTo', n.contract_to,
          'housePriceKrw', n.house_price_krw,
          'documents', jsonb_build_object(
            'REGISTRY', nest_document(n.id, 'REGISTRY'),
            'LEDGER', nest_document(n.id, 'LEDGER')),
          'createdAt', iso_time(n.created_at))
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION nest_snapshot(nest)');
    await runner.query('DROP FUNCTION nest_document(text, text)');
    await runner.query('DROP FUNCTION document_snapshot(document, text)');
    await runner.query('DROP FUNCTION newest_ocr_status(text)');
    await runner.query('DROP FUNCTION step_snapshot(task_step)');
    await runner.query('DROP FUNCTION task_snapshot(task)');
    await runner.query('DROP FUNCTION iso_time(timestamptz)');
  }
}
