/** One effect, by the key under which it was asked for. */
export interface Effect {
  readonly key: string;
  readonly idempotencyKey: string;
  /** How often it was applied: a caller that keeps to its keys never gets beyond one. */
  times: number;
  requests: number;
  failures: number;
  atMs: number | null;
  /** While it is being applied; whoever asks again meanwhile waits along. */
  applying: Promise<void> | null;
}

/** Distinct keys that are remembered; the oldest are forgotten first. */
const EFFECTS_MAX = 10_000;

/** What steps have done here: each idempotency key once, however often it is sent. */
export class Effects {
  readonly #effects = new Map<string, Effect>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The effect of this key, new or known; counts the request. */
  of(idempotencyKey: string, key: string | undefined): Effect {
    const known = this.#effects.get(idempotencyKey);
    const effect = known ?? {
      key: key ?? idempotencyKey,
      idempotencyKey,
      times: 0,
      requests: 0,
      failures: 0,
      atMs: null,
      applying: null,
    };
    effect.requests += 1;
    if (!known) this.#effects.set(idempotencyKey, effect);
    const [oldest] = this.#effects.keys();
    if (this.#effects.size > EFFECTS_MAX && oldest !== undefined) this.#effects.delete(oldest);
    return effect;
  }

  find(idempotencyKey: string): Effect | undefined {
    return this.#effects.get(idempotencyKey);
  }

  /** Applies it once, after so long; also when whoever asked has gone meanwhile, as real systems do. */
  apply(effect: Effect, afterMs: number): Promise<void> {
    if (effect.times > 0) return Promise.resolve();
    effect.applying ??= new Promise((resolve) => {
      setTimeout(() => {
        effect.times += 1;
        effect.atMs = this.#now();
        effect.applying = null;
        resolve();
      }, afterMs).unref();
    });
    return effect.applying;
  }

  /** Those that were applied, in the order in which that happened. */
  applied(): { key: string; idempotencyKey: string; times: number; requests: number; appliedAt: string }[] {
    return [...this.#effects.values()]
      .flatMap(({ key, idempotencyKey, times, requests, atMs }) =>
        atMs === null
          ? []
          : [{ key, idempotencyKey, times, requests, appliedAt: new Date(atMs).toISOString(), atMs }],
      )
      .sort((a, b) => a.atMs - b.atMs)
      .map(({ atMs: _, ...effect }) => effect);
  }

  /** How many are being applied right now. */
  applyingCount(): number {
    return [...this.#effects.values()].filter((effect) => effect.applying !== null).length;
  }

  clear(): void {
    this.#effects.clear();
  }
}
