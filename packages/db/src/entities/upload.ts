import { EntitySchema } from 'typeorm';
import { bigint, byNow, checks, key, named, optional, text, time } from './columns.ts';

/** A file that was announced and may be on its way. What is announced here is what the file must turn out to be. */
export const Upload = new EntitySchema({
  name: 'upload',
  columns: {
    /** The document it becomes. */
    documentId: named('document_id', key('upload_pkey')),
    userId: named('user_id', text),
    nestId: named('nest_id', optional(text)),
    docType: named('doc_type', text),
    fileName: named('file_name', text),
    contentType: named('content_type', text),
    sizeBytes: named('size_bytes', bigint),
    sha256: text,
    /** Where the sender may write. A document is never kept there: the link lives on after the look at the file. */
    objectKey: named('object_key', text),
    createdAt: named('created_at', byNow(time)),
    /** Of the link. */
    expiresAt: named('expires_at', time),
  },
  uniques: [{ name: 'upload_has_its_own_object', columns: ['objectKey'] }],
  indices: [
    { name: 'upload_of_user', columns: ['userId', 'expiresAt'] },
    { name: 'upload_of_nest', columns: ['nestId'] },
  ],
  foreignKeys: [
    {
      name: 'upload_belongs_to_user',
      target: 'auth_user',
      columnNames: ['userId'],
      referencedColumnNames: ['id'],
    },
    {
      name: 'upload_belongs_to_nest',
      target: 'nest',
      columnNames: ['nestId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
    {
      name: 'upload_names_its_object',
      target: 'stored_object',
      columnNames: ['objectKey'],
      referencedColumnNames: ['key'],
      onDelete: 'CASCADE',
    },
  ],
  checks: checks({
    doc_type_is_known: `doc_type IN ('REGISTRY', 'LEDGER', 'PICTURE')`,
    size_is_positive: 'size_bytes > 0',
  }),
});
