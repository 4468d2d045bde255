import { type ConnectionCallbacks, type ConnectionEnd, connect } from './connection.ts';
import { currentEnvironment } from './environment.ts';
import { EventOrder, parseEvent } from './event-order.ts';
import { backoffMs, PACE, pollPauseMs, retryAfterWithJitterMs } from './pace.ts';
import { type Presence, watchPresence } from './presence.ts';
import { Silence } from './silence.ts';
import type {
  OpenStream,
  OpenStreamOptions,
  StreamEnvironment,
  StreamState,
  StreamStatus,
} from './stream-types.ts';
import { Pause, Running, settledOrAborted } from './waiting.ts';

/**
 * Follows `events.subscribe` and keeps following it; polls while it cannot.
 *
 * One loop: it either reads a stream, or polls, or waits — never two at once.
 *
 *     connecting ──▶ live ──(silence, break)──▶ connecting ──(refused, no answer)──▶ polling / offline ──▶ live
 *
 * A stream that was good is reconnected within a second from its last id; only if that fails does polling begin, and the
 * stream is tried again and again in between, with full jitter and for ever. A tab hidden for 30 s gives its stream up and
 * polls rarely. Being shown again, a changed network and a wake-up are answered at once. Only `close` and a 401 end it.
 *
 * @example
 * const stream = openStream({url: '', onEvent: apply, onState: show, poll: () => refetchWhatIsShown()});
 * // later
 * await stream.close();
 */
export function openStream(options: OpenStreamOptions): OpenStream {
  return new Follower(options);
}

class Follower implements OpenStream {
  readonly #options: OpenStreamOptions;
  readonly #environment: StreamEnvironment;
  readonly #presence: Presence;
  readonly #order = new EventOrder();
  readonly #pause = new Pause();
  readonly #loop: Promise<void>;

  #state: StreamState;
  #lastEventId: string | undefined;
  #lastHeardAt: number | null = null;

  /** Attempts in a row that brought no good stream. */
  #failures = 0;
  /** Earliest moments of the next attempt and the next poll. */
  #streamAt = 0;
  #pollAt = 0;
  /** The end of the last poll. */
  #polledAt = 0;
  /** Until then the server's Retry-After stands, whoever asks. */
  #refusedUntil = 0;
  /** The gap that a reconnect has already failed to close. */
  #knownGap: string | null = null;
  /** An event is lost for good; only a poll knows what it said. */
  #isPollOwed = false;

  /** The stream or poll that runs now. */
  #running: Running | null = null;
  #silence: Silence | null = null;

  constructor(options: OpenStreamOptions) {
    this.#options = options;
    this.#environment = options.environment ?? currentEnvironment();
    this.#lastEventId = options.lastEventId;
    const since = this.#environment.now();
    this.#state = { status: 'connecting', since, lastHeardAt: null, nextCheckAt: null, endedBy: null };
    this.#presence = watchPresence(this.#environment, {
      onDormant: () => this.#stopWhatRuns(),
      onAwake: () => this.#askAtOnce(),
      onGlance: () => this.#silence?.look(),
      // The network changed under the connection, which may be dead without knowing; resuming costs little.
      onNetworkChange: () => {
        if (!this.#presence.isDormant) this.#askAtOnce();
      },
    });
    this.#loop = this.#run();
  }

  get state(): StreamState {
    return this.#state;
  }

  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  checkNow(): void {
    if (this.#state.status !== 'live' && !this.#isEnded) this.#askAtOnce();
  }

  close(): Promise<void> {
    this.#end('closed');
    return this.#loop;
  }

  get #isEnded(): boolean {
    return this.#state.status === 'ended';
  }

  async #run(): Promise<void> {
    // The caller has its stream object before the first callback.
    await Promise.resolve();
    while (!this.#isEnded) {
      const now = this.#environment.now();
      if (this.#presence.isDormant) await this.#doze();
      else if (this.#mustPoll(now)) await this.#poll();
      else if (now >= this.#streamAt) await this.#follow();
      else await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    const checkAt = this.#nextCheckAt();
    this.#show(this.#state.status, checkAt);
    await this.#pause.until(checkAt, this.#environment);
  }

  /**
   * Trying a stream may take the whole connect time-out, in which nothing is polled: so the poll that would fall due
   * meanwhile comes first, unless one has just been. After a good stream the first reconnect comes without polling, which
   * spares a server that was restarted the polls of everybody.
   */
  #mustPoll(now: number): boolean {
    if (this.#isPollOwed) return true;
    if (this.#failures === 0) return false;
    if (now >= this.#pollAt) return true;
    const isDueMeanwhile = now >= this.#streamAt && now + PACE.connectTimeout > this.#pollAt;
    return isDueMeanwhile && now - this.#polledAt >= PACE.pollGap;
  }

  #nextCheckAt(): number {
    return Math.ceil(this.#failures === 0 ? this.#streamAt : Math.min(this.#streamAt, this.#pollAt));
  }

  async #follow(): Promise<void> {
    const { now } = this.#environment;
    const running = this.#startRunning();
    // Who slept wakes alone: no crowd comes back in that instant, and somebody looks at the screen.
    const silence = new Silence(this.#environment, {
      tooLong: running.abort,
      woke: () => this.#askAtOnce(),
    });
    let liveAt: number | null = null;
    const live = (): void => {
      liveAt ??= now();
      this.#show('live', null);
    };
    this.#silence = silence;
    this.#show(this.#failures === 0 ? 'connecting' : this.#state.status, null);

    const end = await this.#connect(running.signal, {
      onHeard: () => {
        silence.broken();
        this.#lastHeardAt = now();
      },
      onConnected(inactivityMs) {
        silence.expectPings(inactivityMs);
        live();
      },
      onMessage: (id, data) => {
        live();
        this.#take(id, data, running.abort);
      },
    });
    silence.stop();
    this.#silence = null;
    this.#running = null;
    if (this.#isEnded || running.isInterrupted) return;
    if (end.why === 'unauthenticated') this.#end('unauthenticated');
    else this.#planAfter(end, liveAt !== null && now() - liveAt >= PACE.stable);
  }

  async #connect(signal: AbortSignal, callbacks: ConnectionCallbacks): Promise<ConnectionEnd> {
    const { headers = {}, fetch = globalThis.fetch, url } = this.#options;
    const releaseSlot = await this.#environment.claimSlot();
    if (!releaseSlot) return { why: 'refused', retryAfterMs: 0 };
    try {
      return await connect(
        {
          fetch,
          url,
          headers: typeof headers === 'function' ? await headers() : headers,
          lastEventId: this.#lastEventId,
          now: this.#environment.now,
          signal,
        },
        callbacks,
      );
    } catch {
      // Only `headers` can throw: a token that could not be refreshed is one more reason to try later.
      return { why: 'broken' };
    } finally {
      releaseSlot();
    }
  }

  #planAfter(end: ConnectionEnd, wasGood: boolean): void {
    const { now, random } = this.#environment;
    const askedMs = end.why === 'refused' ? end.retryAfterMs : 0;
    this.#failures = wasGood ? 0 : this.#failures + 1;
    if (askedMs > 0) this.#refusedUntil = now() + retryAfterWithJitterMs(askedMs, random());
    this.#streamAt = Math.max(this.#refusedUntil, now() + backoffMs(this.#failures, random()));
    if (this.#failures === 0) this.#show('connecting', this.#nextCheckAt());
  }

  /** One frame: delivered, dropped as seen or as garbage, or the sign that something is missing. */
  #take(id: string, data: string, reconnect: () => void): void {
    const event = parseEvent(data);
    if (event === null) return;
    const place = this.#order.placeOf(event);
    if (place === 'seen') return;
    if (place === 'gap') {
      const gap = `${event.stream}:${event.seq}`;
      reconnect();
      if (this.#knownGap !== gap) {
        // What is missing comes again after the last good id.
        this.#knownGap = gap;
        return;
      }
      // It did not come: go on after it, with the truth from a poll.
      this.#isPollOwed = true;
    }
    this.#order.delivered(event);
    this.#lastEventId = id;
    this.#tell(() => this.#options.onEvent(event, id));
  }

  async #poll(): Promise<void> {
    const { now, random } = this.#environment;
    const running = this.#startRunning();
    const startedAt = now();
    this.#isPollOwed = false;
    this.#show(this.#state.status, null);
    const cancelTimeout = this.#environment.setTimer(running.abort, PACE.pollTimeout);
    const problem = await settledOrAborted(() => this.#options.poll(running.signal), running.signal);
    cancelTimeout();
    this.#running = null;
    if (this.#isEnded || running.isInterrupted) return;
    const intervalMs = this.#options.pollIntervalMs ?? PACE.poll;
    this.#polledAt = now();
    this.#pollAt =
      this.#polledAt + pollPauseMs(intervalMs, random(), { problem, tookMs: this.#polledAt - startedAt });
    if (problem === null) this.#lastHeardAt = this.#polledAt;
    this.#show(problem === null ? 'polling' : 'offline', this.#nextCheckAt());
  }

  /** A page that nobody sees: no stream, a poll a minute; one that was left or frozen does nothing at all. */
  async #doze(): Promise<void> {
    const checkAt = this.#presence.isLeft ? null : this.#environment.now() + PACE.hiddenPoll;
    this.#show(this.#state.status === 'offline' ? 'offline' : 'polling', checkAt);
    await this.#pause.until(checkAt, this.#environment, PACE.hiddenPoll);
    if (this.#presence.isDormant && !this.#presence.isLeft && !this.#isEnded) await this.#poll();
  }

  #startRunning(): Running {
    this.#running = new Running();
    return this.#running;
  }

  #stopWhatRuns(): void {
    this.#running?.interrupt();
    this.#pause.end();
  }

  #askAtOnce(): void {
    this.#pollAt = 0;
    this.#streamAt = this.#refusedUntil;
    this.#stopWhatRuns();
  }

  #end(endedBy: 'closed' | 'unauthenticated'): void {
    if (this.#isEnded) return;
    this.#presence.stop();
    this.#setState({ ...this.#picture('ended', null), endedBy });
    this.#stopWhatRuns();
  }

  #show(status: StreamStatus, nextCheckAt: number | null): void {
    if (this.#isEnded) return;
    if (this.#state.status === status && this.#state.nextCheckAt === nextCheckAt) return;
    this.#setState(this.#picture(status, nextCheckAt));
  }

  #picture(status: StreamStatus, nextCheckAt: number | null): StreamState {
    const since = this.#state.status === status ? this.#state.since : this.#environment.now();
    return { status, since, lastHeardAt: this.#lastHeardAt, nextCheckAt, endedBy: null };
  }

  #setState(state: StreamState): void {
    this.#state = state;
    this.#tell(() => this.#options.onState?.(state));
  }

  /** A listener's own error is its own: it is reported as uncaught and does not break the stream. */
  #tell(call: () => void): void {
    try {
      call();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
