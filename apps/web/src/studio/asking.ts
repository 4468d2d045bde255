import { isCertainRefusal } from '../api/refusal.ts';
import { createRequestKey } from '../document/request-key.ts';
import type { WholeWish } from './wish.ts';

/** A wish that was clicked, until the list shows what became of it. */
export interface Asked {
  readonly wish: WholeWish;
  /** What was listed at the click. */
  readonly before: ReadonlySet<string>;
  /** How often it stayed open what became of it. 0: the first answer is still awaited. */
  readonly lost: number;
}

export interface AskingState {
  readonly asked: Asked | null;
  /** Why the last wish was refused, as it was thrown. */
  readonly refused: unknown;
  readonly sending: boolean;
  /** How many wishes were accepted so far. */
  readonly accepted: number;
}

/** The calls behind the button. */
export interface AskingCalls {
  request(wish: WholeWish & { idempotencyKey: string }): Promise<{ balance: number }>;
  /** Shows what an accepted wish has left, and brings its video into the list. */
  showAccepted(balance: number): Promise<unknown>;
  /** Reads anew whatever a wish may have changed that was not accepted. */
  readAgain(): void;
}

/**
 * Asks for a video, one at a time. A wish whose answer was lost, or whose answer leaves open whether it was accepted, is
 * sent again under the same idempotency key until that is known: credits are spent once.
 */
export interface Asking {
  state(): AskingState;
  subscribe(listener: () => void): () => void;
  /** Does nothing while another wish is open. */
  ask(wish: WholeWish, listed: readonly { readonly id: string }[]): void;
  /** Sends the open wish once more, if its answer was lost. */
  askAgain(): void;
}

export function createAsking(calls: AskingCalls, newKey?: () => string): Asking {
  const listeners = new Set<() => void>();
  const requestKey = createRequestKey(newKey);
  let state: AskingState = { asked: null, refused: null, sending: false, accepted: 0 };

  function change(next: Partial<AskingState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function send(asked: Asked): Promise<void> {
    change({ asked, refused: null, sending: true });
    const { wish } = asked;
    try {
      const { balance } = await calls.request({
        ...wish,
        idempotencyKey: requestKey.of(JSON.stringify(wish)),
      });
      requestKey.answered();
      change({ accepted: state.accepted + 1 });
      // It is accepted all the same when this fails; the stream or the next poll brings it.
      await calls.showAccepted(balance).catch(() => {});
      change({ asked: null, sending: false });
    } catch (error) {
      if (isCertainRefusal(error)) {
        requestKey.answered();
        change({ asked: null, refused: error, sending: false });
      } else {
        change({ asked: { ...asked, lost: asked.lost + 1 }, sending: false });
      }
      // What was refused may still have left its mark: a video that failed at once, or credits spent elsewhere.
      calls.readAgain();
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask(wish, listed) {
      if (state.asked === null) void send({ wish, before: new Set(listed.map(({ id }) => id)), lost: 0 });
    },
    askAgain() {
      if (state.asked !== null && state.asked.lost > 0 && !state.sending) void send(state.asked);
    },
  };
}
