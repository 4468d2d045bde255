import { z } from 'zod';
import { DocumentId } from './ids.ts';
import { IsoTime } from './time.ts';

/** The two documents a tenant can have issued. */
export const DocType = z.enum(['REGISTRY', 'LEDGER']);
export type DocType = z.infer<typeof DocType>;

/** What a person may upload. PICTURE is the input of a generation. */
export const StoredDocType = z.enum(['REGISTRY', 'LEDGER', 'PICTURE']);
export type StoredDocType = z.infer<typeof StoredDocType>;

/** What a stored file is. VIDEO is the result of a generation. */
export const FileType = z.enum([...StoredDocType.options, 'VIDEO']);
export type FileType = z.infer<typeof FileType>;

export const Analysis = z.enum(['NONE', 'PENDING', 'DONE', 'FAILED']);

export const DocumentView = z.object({
  id: DocumentId,
  docType: FileType,
  source: z.enum(['ISSUED', 'UPLOADED']),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int().min(0),
  sha256: z.string(),
  pages: z.number().int().min(1).nullable(),
  analysis: Analysis,
  createdAt: IsoTime,
});
export type DocumentView = z.infer<typeof DocumentView>;
