import { EntitySchema } from 'typeorm';
import {
  bigint,
  byDefault,
  byNow,
  checks,
  flag,
  integer,
  json,
  key,
  named,
  optional,
  text,
  time,
} from './columns.ts';

/** A key in the storage, written down before its upload begins. */
export const StoredObject = new EntitySchema({
  name: 'stored_object',
  columns: {
    key: key('stored_object_pkey'),
    purpose: text,
    /** DELETED keys are deleted once more after a grace period: a hung upload may bring the bytes back. */
    status: byDefault('PLANNED', text),
    /** The task whose attempt uploads it; it is no orphan while that task is active. */
    taskId: named('task_id', optional(text)),
    plannedAt: named('planned_at', byNow(time)),
    storedAt: named('stored_at', optional(time)),
    deletingSince: named('deleting_since', optional(time)),
    deletedAt: named('deleted_at', optional(time)),
    /** Kept by a trigger: only objects without one can be orphans. */
    hasDocument: named('has_document', byDefault(false, flag)),
  },
  indices: [
    {
      name: 'stored_object_without_document',
      columns: ['plannedAt', 'key'],
      where: 'NOT has_document',
    },
    { name: 'stored_object_of_task', columns: ['taskId'] },
  ],
  checks: checks({
    purpose_is_known: `purpose IN ('document', 'screenshot', 'trace')`,
    status_is_known: `status IN ('PLANNED', 'STORED', 'DELETING', 'DELETED')`,
    deleting_since_iff_being_deleted: `(deleting_since IS NOT NULL) = (status IN ('DELETING', 'DELETED'))`,
    deleted_at_iff_deleted: `(deleted_at IS NOT NULL) = (status = 'DELETED')`,
  }),
});

export const Document = new EntitySchema({
  name: 'document',
  columns: {
    id: key('document_pkey'),
    userId: named('user_id', text),
    nestId: named('nest_id', optional(text)),
    docType: named('doc_type', text),
    source: text,
    fileName: named('file_name', text),
    contentType: named('content_type', text),
    sizeBytes: named('size_bytes', bigint),
    sha256: text,
    /** Written with the text; null until the document was read. */
    pages: optional(integer),
    objectKey: named('object_key', text),
    /** The issuing task. Without foreign key: see nestId of a task. */
    taskId: named('task_id', optional(text)),
    createdAt: named('created_at', byNow(time)),
  },
  uniques: [{ name: 'document_has_its_own_object', columns: ['objectKey'] }],
  indices: [
    { name: 'document_of_nest', columns: ['nestId', 'docType', 'createdAt', 'id'] },
    { name: 'document_of_user', columns: ['userId', 'id'] },
  ],
  foreignKeys: [
    {
      name: 'document_belongs_to_user',
      target: 'auth_user',
      columnNames: ['userId'],
      referencedColumnNames: ['id'],
    },
    {
      name: 'document_belongs_to_nest',
      target: 'nest',
      columnNames: ['nestId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
    {
      name: 'document_names_its_object',
      target: 'stored_object',
      columnNames: ['objectKey'],
      referencedColumnNames: ['key'],
    },
  ],
  checks: checks({
    doc_type_is_known: `doc_type IN ('REGISTRY', 'LEDGER', 'PICTURE', 'VIDEO')`,
    source_is_known: `source IN ('ISSUED', 'UPLOADED')`,
    issued_iff_by_a_task: `(source = 'ISSUED') = (task_id IS NOT NULL)`,
    size_is_not_negative: 'size_bytes >= 0',
    pages_are_counted_from_one: 'pages >= 1',
  }),
});

/** What was read from a document. */
export const DocumentText = new EntitySchema({
  name: 'document_text',
  columns: {
    documentId: named('document_id', key('document_text_pkey')),
    pages: { type: 'text', array: true },
    method: text,
    savedAt: named('saved_at', byNow(time)),
  },
  foreignKeys: [
    {
      name: 'text_belongs_to_document',
      target: 'document',
      columnNames: ['documentId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  checks: checks({ method_is_known: `method IN ('TEXT_LAYER', 'OCR')` }),
});

/** What the building-ledger API said about the home of a ledger that was made of it. */
export const LedgerRecord = new EntitySchema({
  name: 'ledger_record',
  columns: {
    documentId: named('document_id', key('ledger_record_pkey')),
    /** LedgerRecord of @dungji/contracts. */
    record: json,
  },
  foreignKeys: [
    {
      name: 'record_belongs_to_document',
      target: 'document',
      columnNames: ['documentId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  checks: checks({ record_is_an_object: `jsonb_typeof(record) = 'object'` }),
});

/** What was understood of a document. Written by settleRead, replaced by each later reading. */
export const DocumentAnalysis = new EntitySchema({
  name: 'document_analysis',
  columns: {
    documentId: named('document_id', key('document_analysis_pkey')),
    readerVersion: named('reader_version', integer),
    registry: optional(json),
    ledger: optional(json),
    savedAt: named('saved_at', byNow(time)),
  },
  foreignKeys: [
    {
      name: 'analysis_belongs_to_document',
      target: 'document',
      columnNames: ['documentId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  checks: checks({
    reader_version_counts_from_one: 'reader_version >= 1',
    a_document_is_one_thing: 'registry IS NULL OR ledger IS NULL',
  }),
});
