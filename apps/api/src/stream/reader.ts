import type { ChangeEvent, StreamName } from '@dungji/contracts';
import { isOperator } from '@dungji/contracts';
import type { Viewer } from '../viewer.ts';
import type { Position } from './position.ts';
import type { Sink } from './sse.ts';

/** An event and its text, written once for all readers of its stream. */
export interface Frame {
  readonly event: ChangeEvent;
  readonly json: string;
}

/**
 * Events kept while a reader is still reading the past. More than this arrives only in a storm; what does not fit is
 * read from Postgres afterwards.
 */
const WAITING_MAX = 200;

export const ownStream = (userId: string): StreamName => `user:${userId}`;

/** The streams that a viewer may read. */
export const streamsOf = (viewer: Viewer): StreamName[] =>
  isOperator(viewer.role) ? [ownStream(viewer.userId), 'operators'] : [ownStream(viewer.userId)];

/**
 * One open stream. It delivers by number: the next one goes out, a seen one is dropped, a gap is left to the catch-up.
 *
 * Two phases. While `reading` the past (a snapshot, or the events after its last id) new events wait; `goLive` then lets
 * them through the same rule, so nothing is lost or doubled between the two.
 */
export class StreamReader {
  #cursors = new Map<StreamName, number>();
  #waiting: Frame[] | null = [];
  #missed = false;

  constructor(
    readonly viewer: Viewer,
    readonly sink: Sink,
    private readonly idOf: (position: Position) => string,
  ) {}

  get isLive(): boolean {
    return this.#waiting === null;
  }

  cursor(stream: StreamName): number {
    return this.#cursors.get(stream) ?? 0;
  }

  /** Where reading begins. */
  startAt(stream: StreamName, seq: number): void {
    this.#cursors.set(stream, seq);
  }

  /** Sends what has no number of its own (a snapshot) under the present position. */
  sendAside(json: string): void {
    this.sink.send(this.#id(), json);
  }

  /** The next event of its stream, from the past or the present. */
  deliver({ event, json }: Frame): 'delivered' | 'seen' | 'gap' {
    const cursor = this.cursor(event.stream);
    if (event.seq <= cursor) return 'seen';
    if (event.seq > cursor + 1) return 'gap';
    this.#cursors.set(event.stream, event.seq);
    this.sink.send(this.#id(), json);
    return 'delivered';
  }

  /** An event that was just heard of. True when events before it are missing and must be read. */
  offer(frame: Frame): boolean {
    if (this.#waiting === null) return this.deliver(frame) === 'gap';
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(frame);
    else this.#missed = true;
    return false;
  }

  /** The past is read. True when something is missing all the same. */
  goLive(): boolean {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    let missing = this.#missed;
    for (const frame of waiting) missing = this.deliver(frame) === 'gap' || missing;
    return missing;
  }

  #id(): string {
    const own = this.cursor(ownStream(this.viewer.userId));
    return this.idOf({ own, operators: this.#cursors.get('operators') ?? null });
  }
}
