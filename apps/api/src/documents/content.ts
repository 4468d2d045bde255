import type { UploadType } from '@dungji/contracts';

/** As much of a file as `isTruly` looks at: readers of PDF accept one that begins anywhere in here. */
export const HEAD_BYTES = 1024;

const PDF = Buffer.from('%PDF-');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const MAGIC = { 'application/pdf': PDF, 'image/png': PNG, 'image/jpeg': JPEG } as const satisfies Record<
  UploadType,
  Buffer
>;

/**
 * Whether a file is what it was announced as, by its own first bytes. Stricter than readers, so that a file cannot be one
 * thing here and another there: nothing but blanks may stand before its mark, and a picture has no PDF in its head.
 *
 * @param head the first HEAD_BYTES of the file
 */
export function isTruly(type: string, head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const magic = type in MAGIC ? MAGIC[type as UploadType] : null;
  if (magic === PDF) return BLANKS_THEN_PDF.test(bytes.toString('latin1'));
  return magic !== null && bytes.subarray(0, magic.byteLength).equals(magic) && !bytes.includes(PDF);
}

/** Some programs put a byte order mark or an empty line before it. */
const BLANKS_THEN_PDF = /^(?:\xef\xbb\xbf)?[ \t\r\n]*%PDF-/;
