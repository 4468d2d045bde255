export { type ComparedDocument, compareDocuments } from './changes/compare.ts';
export { findingsOf, verdictOf } from './findings/find.ts';
export type { FoundFact, ReadOf, Subject } from './findings/subject.ts';
export { subjectOf } from './findings/subject-of.ts';
export { wordFinding } from './findings/word.ts';
export type { InsuranceCase } from './insurance/case.ts';
export { checkInsurance } from './insurance/check.ts';
export { DEFAULT_READING_LIMITS, type ReadingLimits } from './limits.ts';
export { ledgerViewOf } from './open-api-ledger.ts';
export { type ReadOptions, type ReadPages, readDocument } from './read-document.ts';
export { type DocumentReading, NOTHING_READ, READER_VERSION, type ReadableDocType } from './reading.ts';
export {
  ReadingFailedError,
  type ReadingFailure,
  UnreadableDocumentError,
  type UnreadableReason,
} from './reading-errors.ts';
