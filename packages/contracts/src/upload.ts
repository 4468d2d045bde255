import { z } from 'zod';
import { StoredDocType } from './document.ts';
import { DocumentId, NestId } from './ids.ts';
import { IsoTime } from './time.ts';

/** A scanned register of 20 pages has 10 MB; the reader takes no more either. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024;

export const UploadType = z.enum(['application/pdf', 'image/png', 'image/jpeg']);
export type UploadType = z.infer<typeof UploadType>;

/** What could end a line, leave a folder, or turn the direction of reading so that the ending looks like another one. */
const NOT_IN_A_NAME = /[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const CreateUpload = z
  .strictObject({
    nestId: NestId.nullish(),
    docType: StoredDocType,
    fileName: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((name) => !NOT_IN_A_NAME.test(name), 'no slashes and no control characters'),
    contentType: UploadType,
    sizeBytes: z.number().int().min(1).max(UPLOAD_BYTES_MAX),
    /** Of the whole file, in hexadecimal. */
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/)
      .toLowerCase(),
  })
  .refine(({ docType, contentType }) => docType !== 'PICTURE' || contentType !== 'application/pdf', {
    error: 'a picture is a PNG or a JPEG',
    path: ['contentType'],
  });
export type CreateUpload = z.infer<typeof CreateUpload>;

/** Where the file goes: PUT it to `url` with exactly these headers, then call documents.completeUpload. */
export const UploadTicket = z.object({
  documentId: DocumentId,
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: IsoTime,
});
export type UploadTicket = z.infer<typeof UploadTicket>;
