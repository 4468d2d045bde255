import type { ReadingLimits } from '../limits.ts';
import type { DocumentReading, ReadableDocType } from '../reading.ts';
import type { UnreadableReason } from '../reading-errors.ts';

/** Parent → reading process: the only message. */
export interface ReadRequest {
  bytes: Uint8Array;
  docType: ReadableDocType | null;
  limits: ReadingLimits;
}

/** Reading process → parent. Each one proves progress and restarts the page time-out. */
export type ReadReport =
  | { type: 'ready' }
  | { type: 'page' }
  | { type: 'done'; pages: string[]; method: 'TEXT_LAYER' | 'OCR'; reading: DocumentReading }
  | { type: 'unreadable'; reason: UnreadableReason };
