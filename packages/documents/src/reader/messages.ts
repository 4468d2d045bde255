import type { ReadingLimits } from '../limits.ts';
import type { UnreadableReason } from '../reading-errors.ts';

/** Parent → reading process: the only message. */
export interface ReadRequest {
  bytes: Uint8Array;
  limits: ReadingLimits;
}

/** Reading process → parent. Each one proves progress and restarts the page time-out. */
export type ReadReport =
  | { type: 'ready' }
  | { type: 'page' }
  | { type: 'done'; pages: string[]; method: 'TEXT_LAYER' | 'OCR' }
  | { type: 'unreadable'; reason: UnreadableReason };
