/** Distinct addresses whose one-time faults are remembered; the oldest are forgotten first. */
const OCCURRENCES_MAX = 10_000;

/** Counts how often something happened to a name: for faults that happen N times and then no more. */
export class Occurrences {
  readonly #counts = new Map<string, number>();

  /** Counts one more, and says whether it was within the first `limit`. */
  withinFirst(limit: number, name: string): boolean {
    if (limit <= 0) return false;
    const seen = this.#counts.get(name) ?? 0;
    if (seen >= limit) return false;
    this.#counts.set(name, seen + 1);
    if (this.#counts.size > OCCURRENCES_MAX) {
      const [oldest] = this.#counts.keys();
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
    return true;
  }

  clear(): void {
    this.#counts.clear();
  }
}
