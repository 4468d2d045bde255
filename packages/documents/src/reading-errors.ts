/**
 * What is wrong with the file; reading it again would say the same.
 * - EMPTY: no bytes, no pages, or nothing written on any page
 * - NOT_PDF: not the kind of file it claims to be
 * - BROKEN: begins right, but cannot be read to its end
 * - ENCRYPTED: needs a password
 * - TOO_LARGE, TOO_MANY_PAGES: beyond the limits of reading
 */
export type UnreadableReason = 'EMPTY' | 'NOT_PDF' | 'BROKEN' | 'ENCRYPTED' | 'TOO_LARGE' | 'TOO_MANY_PAGES';

export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError';

  constructor(readonly reason: UnreadableReason) {
    super(`the document cannot be read: ${reason}`);
  }
}

/** The reading itself came to grief; another attempt may succeed. CRASHED includes running out of memory. */
export type ReadingFailure = 'TIMEOUT' | 'CRASHED';

export class ReadingFailedError extends Error {
  override readonly name = 'ReadingFailedError';

  constructor(
    readonly reason: ReadingFailure,
    /** Last words of the reading process; for logs, never for people. */
    readonly detail: string,
  ) {
    super(`reading the document failed: ${reason}`);
  }
}
