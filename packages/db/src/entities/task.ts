import { EntitySchema } from 'typeorm';
import { byDefault, byNow, checks, integer, json, key, named, optional, text, time } from './columns.ts';

const ACTIVE = `status IN ('PENDING', 'PROCESSING')`;

/** One request of a user, for its whole life. Changed only by the verbs in src/task; never by `.save()`. */
export const Task = new EntitySchema({
  name: 'task',
  columns: {
    id: key('task_pkey'),
    kind: text,
    status: byDefault('PENDING', text),
    /** +1 at every change a screen can see. */
    version: byDefault(1, integer),
    userId: named('user_id', text),
    input: json,
    result: optional(json),
    errorCode: named('error_code', optional(text)),
    progress: optional(json),
    /** Without foreign key, as documentId: a task is the record of what was done and paid for, and outlives both. */
    nestId: named('nest_id', optional(text)),
    docType: named('doc_type', optional(text)),
    /** ocr: what is read, written by accept. Others: what came out, written by settle. */
    documentId: named('document_id', optional(text)),
    approvalId: named('approval_id', optional(text)),
    /** The fencing token. Written by claim. */
    attempt: byDefault(0, integer),
    /**
     * Attempts that no longer count against the policy of the kind: those before the step that an approval has come to,
     * and before a person's decision to go on. Written by resume and when a step of an approval finishes.
     */
    attemptsBefore: named('attempts_before', byDefault(0, integer)),
    lastErrorCode: named('last_error_code', optional(text)),
    /** When the last attempt gave up or was taken away. Written by retry and sweep. */
    lastAttemptAt: named('last_attempt_at', optional(time)),
    /** Written by retry and sweep, cleared by claim and by every end. */
    nextRetryAt: named('next_retry_at', optional(time)),
    /** Null: not known to be queued. Written after dispatch, cleared by claim and by every end. */
    jobId: named('job_id', optional(text)),
    /** The owner, with bootId. Written by claim, cleared by retry, sweep and every end. */
    workerId: named('worker_id', optional(text)),
    bootId: named('boot_id', optional(text)),
    /** The sweep's first look at a missing heartbeat of the owner. */
    workerMissingSince: named('worker_missing_since', optional(time)),
    createdAt: named('created_at', byNow(time)),
    /** When this request began to wait: at accept, and again at a person's decision to go on. */
    pendingAt: named('pending_at', byNow(time)),
    /** The first claim; later attempts leave it, a person's decision to go on clears it. */
    startedAt: named('started_at', optional(time)),
    /** When the sweep ends it: pendingAt + limit, after the first claim startedAt + limit; of an approval the current step's begin + limit. */
    deadlineAt: named('deadline_at', optional(time)),
    settledAt: named('settled_at', optional(time)),
  },
  indices: [
    { name: 'active_task_by_deadline', columns: ['deadlineAt', 'id'], where: ACTIVE },
    {
      name: 'one_active_issuance',
      columns: ['nestId', 'docType'],
      unique: true,
      where: `kind = 'issuance' AND ${ACTIVE}`,
    },
    { name: 'one_active_ocr', columns: ['documentId'], unique: true, where: `kind = 'ocr' AND ${ACTIVE}` },
    { name: 'one_task_per_approval', columns: ['approvalId'], unique: true, where: `kind = 'approval'` },
    { name: 'task_without_owner', columns: ['id'], where: `worker_id IS NULL AND ${ACTIVE}` },
    { name: 'task_with_owner', columns: ['id'], where: 'worker_id IS NOT NULL' },
    { name: 'task_of_user', columns: ['userId', 'id'] },
    { name: 'active_task_of_user', columns: ['userId'], where: ACTIVE },
    { name: 'settled_task_of_user', columns: ['userId', 'settledAt'], where: 'settled_at IS NOT NULL' },
    { name: 'generation_of_user', columns: ['userId', 'id'], where: `kind = 'generation'` },
    { name: 'task_of_nest', columns: ['nestId', 'id'], where: 'nest_id IS NOT NULL' },
    { name: 'issuance_of_nest', columns: ['nestId', 'docType', 'createdAt'], where: `kind = 'issuance'` },
    { name: 'ocr_of_document', columns: ['documentId', 'createdAt'], where: `kind = 'ocr'` },
    { name: 'task_in_doubt', columns: ['settledAt'], where: `error_code = 'OUTCOME_UNKNOWN'` },
    { name: 'failed_task_by_code', columns: ['errorCode', 'id'], where: 'error_code IS NOT NULL' },
    {
      name: 'settled_task_by_time',
      columns: ['settledAt', 'kind', 'errorCode'],
      where: 'settled_at IS NOT NULL',
    },
    {
      name: 'issued_by_time',
      columns: ['docType', 'settledAt'],
      where: `kind = 'issuance' AND status = 'SUCCESS'`,
    },
  ],
  foreignKeys: [
    {
      name: 'task_belongs_to_user',
      target: 'auth_user',
      columnNames: ['userId'],
      referencedColumnNames: ['id'],
    },
  ],
  checks: checks({
    kind_is_known: `kind IN ('issuance', 'ocr', 'approval', 'generation')`,
    status_is_known: `status IN ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')`,
    settled_at_iff_final: `(settled_at IS NOT NULL) = (status IN ('SUCCESS', 'FAILED'))`,
    deadline_at_iff_active: `(deadline_at IS NOT NULL) = (${ACTIVE})`,
    error_code_iff_failed: `(error_code IS NOT NULL) = (status = 'FAILED')`,
    result_iff_success: `(result IS NOT NULL) = (status = 'SUCCESS')`,
    owner_is_whole: '(worker_id IS NULL) = (boot_id IS NULL)',
    owner_only_while_processing: `worker_id IS NULL OR status = 'PROCESSING'`,
    missing_only_with_owner: 'worker_missing_since IS NULL OR worker_id IS NOT NULL',
    queued_only_without_owner: `job_id IS NULL OR (worker_id IS NULL AND ${ACTIVE})`,
    next_retry_only_while_waiting: `next_retry_at IS NULL OR (worker_id IS NULL AND status = 'PROCESSING')`,
    processing_has_started: `status NOT IN ('PROCESSING', 'SUCCESS') OR (started_at IS NOT NULL AND attempt >= 1)`,
    started_only_by_a_claim: 'started_at IS NULL OR attempt >= 1',
    attempt_counts_from_zero: 'attempt >= 0',
    attempts_before_are_past: 'attempts_before >= 0 AND attempts_before <= attempt',
    version_counts_from_one: 'version >= 1',
    doc_type_is_known: `doc_type IN ('REGISTRY', 'LEDGER')`,
    issuance_names_nest_and_document: `kind <> 'issuance' OR (nest_id IS NOT NULL AND doc_type IS NOT NULL)`,
    ocr_names_its_document: `kind <> 'ocr' OR document_id IS NOT NULL`,
    generation_is_never_in_doubt: `kind <> 'generation' OR error_code <> 'OUTCOME_UNKNOWN'`,
    approval_names_its_card: `kind <> 'approval' OR approval_id IS NOT NULL`,
    input_is_an_object: `jsonb_typeof(input) = 'object'`,
    result_is_an_object: `jsonb_typeof(result) = 'object'`,
    progress_is_an_object: `jsonb_typeof(progress) = 'object'`,
  }),
});

/** The ledger of a task: what was begun, what is done, what came out. */
export const TaskStep = new EntitySchema({
  name: 'task_step',
  columns: {
    taskId: named('task_id', key('task_step_pkey')),
    position: key('task_step_pkey', integer),
    name: text,
    mode: text,
    status: text,
    attempt: integer,
    /** Names the effect outside. The first one stays, whatever later attempts bring. */
    idempotencyKey: named('idempotency_key', optional(text)),
    /** Grows by notes while STARTED, e.g. an order number before it is paid. */
    output: optional(json),
    error: optional(json),
    startedAt: named('started_at', optional(time)),
    finishedAt: named('finished_at', optional(time)),
    /** Left STARTED by a settled task: when to ask the outside world again. Null: at the next sweep. */
    reconcileAt: named('reconcile_at', optional(time)),
  },
  indices: [
    { name: 'once_step_in_doubt', columns: ['taskId'], where: `mode = 'once' AND status = 'STARTED'` },
    // Over an expression, which entities cannot say; it is compared as part of schema.sql.
    { name: 'once_step_by_order', columns: ['output'], where: `mode = 'once'`, synchronize: false },
  ],
  foreignKeys: [
    {
      name: 'step_belongs_to_task',
      target: 'task',
      columnNames: ['taskId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  checks: checks({
    position_counts_from_one: 'position >= 1',
    mode_is_known: `mode IN ('repeatable', 'once')`,
    status_is_known: `status IN ('PENDING', 'STARTED', 'DONE', 'FAILED')`,
    once_has_an_idempotency_key: `mode <> 'once' OR idempotency_key IS NOT NULL`,
    started_at_unless_pending: `(started_at IS NULL) = (status = 'PENDING')`,
    finished_at_iff_over: `(finished_at IS NOT NULL) = (status IN ('DONE', 'FAILED'))`,
    error_iff_failed: `(error IS NOT NULL) = (status = 'FAILED')`,
  }),
});

/** Which task a key of a user's call stands for. */
export const Idempotency = new EntitySchema({
  name: 'idempotency',
  columns: {
    userId: named('user_id', key('idempotency_pkey')),
    procedure: key('idempotency_pkey'),
    key: key('idempotency_pkey'),
    inputHash: named('input_hash', text),
    taskId: named('task_id', text),
    createdAt: named('created_at', byNow(time)),
  },
  indices: [{ name: 'idempotency_of_task', columns: ['taskId'] }],
  foreignKeys: [
    {
      name: 'idempotency_names_its_task',
      target: 'task',
      columnNames: ['taskId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
});
