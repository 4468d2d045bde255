import { PACE } from './pace.ts';
import type { StreamEnvironment } from './stream-types.ts';
import { every } from './waiting.ts';

/** The watchdog of one connection: gives it up after too long a silence. */
export class Silence {
  #heardAt: number;
  #maxMs: number = PACE.connectTimeout;
  readonly #stop: () => void;

  constructor(
    private readonly environment: StreamEnvironment,
    private readonly onTooLong: () => void,
  ) {
    this.#heardAt = environment.now();
    this.#stop = every(PACE.watch, environment, () => this.look());
  }

  /** Something was heard. */
  broken(): void {
    this.#heardAt = this.environment.now();
  }

  /** Connected: from now on pings are due; the server may say how often. */
  expectPings(inactivityMs: number | null): void {
    this.#maxMs = Math.min(PACE.silenceMax, Math.max(PACE.silenceMin, inactivityMs ?? PACE.silence));
  }

  /** Looks at the wall clock, so that a machine or page that slept notices at its first tick. */
  look(): void {
    const now = this.environment.now();
    // A clock that was set back must not make the silence last.
    this.#heardAt = Math.min(this.#heardAt, now);
    if (now - this.#heardAt >= this.#maxMs) this.onTooLong();
  }

  stop(): void {
    this.#stop();
  }
}
