import { PACE } from './pace.ts';
import type { StreamEnvironment } from './stream-types.ts';
import { every } from './waiting.ts';

/** Ticks that come so much later than they should are no busy moment: the machine slept, or the page was frozen. */
const SLEPT = 5 * PACE.watch;

/** The watchdog of one connection: gives it up after too long a silence. */
export class Silence {
  #heardAt: number;
  #lookedAt: number;
  #maxMs: number = PACE.connectTimeout;
  readonly #stop: () => void;

  constructor(
    private readonly environment: StreamEnvironment,
    private readonly on: { tooLong(): void; woke(): void },
  ) {
    this.#heardAt = environment.now();
    this.#lookedAt = this.#heardAt;
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
    const hasSlept = now - this.#lookedAt >= SLEPT;
    this.#lookedAt = now;
    if (now - this.#heardAt < this.#maxMs) return;
    if (hasSlept) this.on.woke();
    else this.on.tooLong();
  }

  stop(): void {
    this.#stop();
  }
}
