export interface CallOptions {
  /** Gives the call up; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** One page of a list, newest first. */
export interface Page<Item> {
  items: Item[];
  /** Goes into the next call's `cursor`; null on the last page. */
  nextCursor: string | null;
  /** The server's clock, to which `pendingSince` and `timeoutAt` belong. */
  serverNow: string;
}
