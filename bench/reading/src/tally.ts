/** Counts of one class of documents: how often something was right, wrong or left open. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** What went wrong: seed, field, expected and read. */
  readonly faults: string[] = [];

  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  max(name: string, value: number): void {
    this.#counts.set(name, Math.max(this.of(name), value));
  }

  /** Right, wrong, or open: a value that was not read is no error, but it is not read. */
  judge(field: string, verdict: 'right' | 'wrong' | 'open'): void {
    this.add(`${field} ${verdict}`);
  }

  fault(text: string): void {
    this.faults.push(text);
  }

  merge(other: Tally): void {
    for (const [name, count] of other.#counts)
      if (name.startsWith('peak')) this.max(name, count);
      else this.add(name, count);
    this.faults.push(...other.faults);
  }

  /** `99.8`, or `–` without a single case. */
  percent(part: number, whole: number): string {
    if (whole === 0) return '–';
    // 99.96 must not look like all.
    const percent = Math.floor((part / whole) * 1_000) / 10;
    return percent === 100 ? '100' : percent.toFixed(1);
  }

  /** Share of right among all cases. */
  right(field: string): string {
    const right = this.of(`${field} right`);
    return this.percent(right, right + this.of(`${field} wrong`) + this.of(`${field} open`));
  }

  precision(field: string): string {
    return this.percent(this.of(`${field} hit`), this.of(`${field} hit`) + this.of(`${field} extra`));
  }

  recall(field: string): string {
    return this.percent(this.of(`${field} hit`), this.of(`${field} hit`) + this.of(`${field} missed`));
  }
}
