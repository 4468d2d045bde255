/** A sample this old is replaced by any newer one, so that a drift of the device's clock cannot grow. */
const SAMPLE_MAX_AGE_MS = 60_000;

/**
 * The server's clock, seen from here. Built on the monotonic clock: a wrong or changed device clock does not matter.
 */
export interface ServerClock {
  /** Takes `serverNow` of an answer, with the monotonic times when it was asked for and arrived. */
  observe(serverNow: string, sentAtMs: number, receivedAtMs: number): void;
  /** Epoch milliseconds on the server. Before the first answer: this device's own time. */
  nowMs(): number;
}

interface Sample {
  serverMs: number;
  takenAtMs: number;
  roundTripMs: number;
}

/**
 * @param monotonicMs never goes back, e.g. `performance.now`
 * @param wallMs the device's own idea of the time, used until the server was heard
 */
export function createServerClock(monotonicMs: () => number, wallMs: () => number): ServerClock {
  let sample: Sample | null = null;
  return {
    observe(serverNow, sentAtMs, receivedAtMs) {
      const serverMs = Date.parse(serverNow);
      if (Number.isNaN(serverMs)) return;
      const roundTripMs = receivedAtMs - sentAtMs;
      // The shorter the round trip, the smaller the possible error: half of it.
      const better = sample === null || roundTripMs <= sample.roundTripMs;
      const outdated = sample !== null && receivedAtMs - sample.takenAtMs > SAMPLE_MAX_AGE_MS;
      if (better || outdated) {
        sample = { serverMs: serverMs + roundTripMs / 2, takenAtMs: receivedAtMs, roundTripMs };
      }
    },
    nowMs: () => (sample === null ? wallMs() : sample.serverMs + (monotonicMs() - sample.takenAtMs)),
  };
}
