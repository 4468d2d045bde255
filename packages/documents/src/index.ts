export { DEFAULT_READING_LIMITS, type ReadingLimits } from './limits.ts';
export { ledgerViewOf } from './open-api-ledger.ts';
export { type ReadOptions, type ReadPages, readDocument } from './read-document.ts';
export {
  ReadingFailedError,
  type ReadingFailure,
  UnreadableDocumentError,
  type UnreadableReason,
} from './reading-errors.ts';
