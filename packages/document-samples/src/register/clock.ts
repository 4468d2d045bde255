import type { Draw } from '../random.ts';
import type { Day } from './register.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const toTime = (on: Day) => Date.UTC(on.year, on.month - 1, on.day);

export const dayOf = (time: number): Day => {
  const at = new Date(time);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};

export const daysBefore = (on: Day, days: number): Day => dayOf(toTime(on) - days * DAY_MS);

/** The time of a story: goes forward with every event and never past its end, however many events come. */
export class Clock {
  #now: number;
  readonly #end: number;
  #eventsLeft: number;

  constructor(
    private readonly draw: Draw,
    from: Day,
    until: Day,
    eventsExpected: number,
  ) {
    this.#now = toTime(from);
    this.#end = toTime(until);
    this.#eventsLeft = eventsExpected;
  }

  get today(): Day {
    return dayOf(this.#now);
  }

  /** The day of the next event. */
  next(): Day {
    const days = Math.floor((this.#end - this.#now) / DAY_MS);
    const mean = Math.floor(days / (this.#eventsLeft + 1));
    this.#eventsLeft = Math.max(2, this.#eventsLeft - 1);
    this.#now += this.draw.integer(Math.min(1, days), Math.max(1, Math.min(days, mean * 2))) * DAY_MS;
    this.#now = Math.min(this.#now, this.#end);
    return this.today;
  }
}
