import type { GenerationCall } from './GenerationCard.tsx';
import type { ShownVideo } from './GenerationMedia.tsx';
import type { Generation } from './generation.ts';

/** Breaking again so soon after a new link was had, the video itself is broken. */
const SAME_PLACE_SECONDS = 0.25;

type Call = Exclude<GenerationCall, null>;

export interface GenerationCallsState {
  /** What was asked of the server and is not answered yet. */
  readonly openCall: GenerationCall;
  /** The last call that failed, as it was thrown, and the version that was in sight. */
  readonly failed: { readonly call: Call; readonly error: unknown; readonly version: number } | null;
  readonly video: ShownVideo | null;
  /** The video came and could not be played. */
  readonly unplayable: boolean;
}

/** The calls to the server. */
export interface GenerationServer {
  /** Cancels it and shows what it has become. */
  cancel(generation: Generation): Promise<void>;
  /** A fresh link to its file: a stored one would be dead by the time it is needed. */
  link(generation: Generation): Promise<string>;
  /** Lets the browser save what lies there. */
  save(url: string): void;
  /** Reads anew what a cancel that failed may have changed. */
  readAgain(): void;
}

/** The calls behind one card's buttons. One at a time: a click while another call is open does nothing. */
export interface GenerationCalls {
  state(): GenerationCallsState;
  subscribe(listener: () => void): () => void;
  cancel(generation: Generation): void;
  play(generation: Generation): void;
  /** It stopped there. The first time its link has run out; in the same place again, it cannot be played. */
  broken(generation: Generation, atSeconds: number): void;
  download(generation: Generation): void;
}

export function createGenerationCalls(server: GenerationServer): GenerationCalls {
  const listeners = new Set<() => void>();
  let state: GenerationCallsState = { openCall: null, failed: null, video: null, unplayable: false };
  let brokenAtSeconds: number | null = null;

  function change(next: Partial<GenerationCallsState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function perform(call: Call, { version }: Generation, work: () => Promise<void>): Promise<void> {
    if (state.openCall !== null) return;
    change({ openCall: call, failed: null });
    try {
      await work();
    } catch (error) {
      change({ failed: { call, error, version } });
      if (call === 'cancel') server.readAgain();
    } finally {
      change({ openCall: null });
    }
  }

  const show = (generation: Generation, fromSeconds: number) =>
    void perform('play', generation, async () => {
      const url = await server.link(generation);
      change({ unplayable: false, video: { url, fromSeconds } });
    });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cancel: (generation) => void perform('cancel', generation, () => server.cancel(generation)),
    play(generation) {
      brokenAtSeconds = null;
      show(generation, 0);
    },
    broken(generation, atSeconds) {
      const before = brokenAtSeconds;
      brokenAtSeconds = atSeconds;
      if (before === null || atSeconds > before + SAME_PLACE_SECONDS) show(generation, atSeconds);
      else change({ video: null, unplayable: true });
    },
    download: (generation) =>
      void perform('download', generation, async () => server.save(await server.link(generation))),
  };
}
