export type FileKind = 'application/pdf' | 'image/png' | 'image/jpeg';

/** Readers of PDF accept junk before the header, up to here. */
const PDF_HEADER_WITHIN_BYTES = 1024;

/** What the bytes are by their own first words; the name and the announced type prove nothing. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, PDF_HEADER_WITHIN_BYTES),
  );
  if (head.includes('%PDF-')) return 'application/pdf';
  if (head.subarray(0, 8).equals(PNG)) return 'image/png';
  if (head.subarray(0, 3).equals(JPEG)) return 'image/jpeg';
  return null;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
