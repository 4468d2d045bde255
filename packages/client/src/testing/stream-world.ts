import type { StreamEvent } from '@dungji/contracts';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { openStream } from '../open-stream.ts';
import type { OpenStream, OpenStreamOptions, StreamState } from '../stream-types.ts';
import { EventServer } from './event-server.ts';
import { ManualEnvironment } from './manual-environment.ts';

/** A stream between a real little server and surroundings that stand still; everything it said is kept. */
export class StreamWorld {
  environment = new ManualEnvironment();
  stream: OpenStream | null = null;
  readonly events: StreamEvent[] = [];
  readonly states: StreamState[] = [];
  polls = 0;
  /** What a poll does. */
  poll: (signal: AbortSignal) => Promise<void> = async () => {};
  #unanswered = 0;
  /** Pieces of streams that have arrived. */
  #heard = 0;

  constructor(readonly server: EventServer) {
    this.environment.isBusy = () => this.#unanswered > server.held;
  }

  open(changes: Partial<OpenStreamOptions> = {}): OpenStream {
    this.stream = openStream({
      url: this.server.url,
      environment: this.environment,
      fetch: this.#fetch,
      onEvent: (event) => this.events.push(event),
      onState: (state) => this.states.push(state),
      poll: (signal) => {
        this.polls++;
        return this.poll(signal);
      },
      ...changes,
    });
    return this.stream;
  }

  get status(): string | undefined {
    return this.stream?.state.status;
  }

  isLive = (): boolean => this.status === 'live';

  /** Numbers of the changes that were delivered, snapshots aside. */
  seqs(): number[] {
    return this.events.filter(({ type }) => type !== 'snapshot').map(({ seq }) => seq);
  }

  /** A ping that has certainly arrived. */
  async ping(): Promise<void> {
    const before = this.#heard;
    this.server.ping();
    await until(() => this.#heard > before);
  }

  async close(): Promise<void> {
    await this.stream?.close();
    expect(this.environment.leftovers).toBe(0);
    await this.server.stop();
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    this.#unanswered++;
    const response = await fetch(input, init).finally(() => this.#unanswered--);
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#heard++;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(count) ?? null, response);
  };
}

/** A fresh world for each test; after each one nothing may be left of its stream. */
export function eachWithStreamWorld(use: (world: StreamWorld) => void): void {
  let world: StreamWorld;
  beforeEach(async () => {
    world = new StreamWorld(await EventServer.start());
    use(world);
  });
  afterEach(() => world.close());
}

/** Waits for what only the network can bring; the clock of the stream stands still meanwhile. */
export const until = (check: () => unknown): Promise<void> =>
  vi.waitFor(() => {
    if (!check()) throw new Error(`not yet: ${check}`);
  });
