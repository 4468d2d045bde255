/** Bounds of reading one document. Files come from strangers: each bound stops a kind of bomb. */
export interface ReadingLimits {
  bytes: number;
  textPages: number;
  /** Pages that need recognition: at 5 s each, these fit the time limit of an ocr task. */
  ocrPages: number;
  /** Characters over all pages. */
  characters: number;
  /** Pixels of one page while it is a picture. */
  pagePixels: number;
  /** Longest silence of the reading process: one page, or opening the file. */
  pageTimeoutMs: number;
  totalTimeoutMs: number;
  /** JavaScript heap of the reading process. */
  heapMegabytes: number;
  /** Whole memory of the reading process, pictures and recognition included. */
  rssMegabytes: number;
}

export const DEFAULT_READING_LIMITS: ReadingLimits = {
  bytes: 20 * 1024 * 1024,
  textPages: 200,
  ocrPages: 60,
  // 200 dense pages of a register are half a million.
  characters: 2_000_000,
  // A3 at 300 dpi has 17.4 million.
  pagePixels: 20_000_000,
  pageTimeoutMs: 60_000,
  // Below the 10 minutes of an ocr task, so that the reader's own error is the one that is seen.
  totalTimeoutMs: 480_000,
  heapMegabytes: 512,
  rssMegabytes: 1_500,
};
