import type { PageSignal, StreamEnvironment } from '../stream-types.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** Surroundings that move only when a test says so. */
export class ManualEnvironment implements StreamEnvironment {
  #now = Date.parse('2026-01-31T09:00:00.000Z');
  #timers = new Set<Timer>();
  #listeners = new Set<(signal: PageSignal) => void>();
  #isVisible = true;
  randomNumber = 0;
  /** Whether an answer is still on its way over the real network: the clock stands still until it is here. */
  isBusy = (): boolean => false;
  slots = Number.POSITIVE_INFINITY;

  readonly now = (): number => this.#now;
  readonly random = (): number => this.randomNumber;

  setTimer(run: () => void, delayMs: number): () => void {
    const timer = { at: this.#now + delayMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  onPageSignal(listener: (signal: PageSignal) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async claimSlot(): Promise<(() => void) | null> {
    if (this.slots === 0) return null;
    this.slots--;
    return () => {
      this.slots++;
    };
  }

  /** Timers that are still set, and listeners of the page. */
  get leftovers(): number {
    return this.#timers.size + this.#listeners.size;
  }

  signal(signal: PageSignal): void {
    if (signal === 'visible' || signal === 'hidden') this.#isVisible = signal === 'visible';
    for (const listener of [...this.#listeners]) listener(signal);
  }

  /** Moves the clock, running on the way each timer at its time, with promises settled in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await this.#settle();
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
    await this.#settle();
  }

  /** The clock jumps and no timer moves: the machine slept. */
  sleep(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) timer.at += ms;
  }

  /** Lets promise chains run to their end. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 5 || (this.isBusy() && turn < BUSY_TURNS_MAX); turn++)
      await new Promise((resolve) => setImmediate(resolve));
  }
}

/** An answer that needs more turns than this will not come. */
const BUSY_TURNS_MAX = 20_000;
