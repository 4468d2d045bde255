import type { UploadType } from '@dungji/contracts';

/** Readers of PDF accept junk before the header, up to here; so does the server. */
export const HEAD_BYTES = 1024;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** What a file is by its own first bytes. Names and the types that browsers derive from them prove nothing. */
export function contentTypeOf(head: Uint8Array): UploadType | null {
  if (startsWith(head, PNG)) return 'image/png';
  if (startsWith(head, JPEG)) return 'image/jpeg';
  const text = Array.from(head.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('');
  return text.includes('%PDF-') ? 'application/pdf' : null;
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);
