import type { ApprovalView, ErrorData } from '@dungji/contracts';
import { refusalOf } from '../api/refusal.ts';
import {
  type Decision,
  type HiddenCards,
  type HiddenCardsEvent,
  NOTHING_HIDDEN,
  reduceHiddenCards,
  unsureCards,
} from './hidden-cards.ts';
import { refusalMeaning } from './refusal-meaning.ts';

/** Between two questions about a decision that was not answered; the poll's own pace. */
const ASK_AGAIN_MS = 5_000;

/** The calls behind the buttons. */
export interface DecisionCalls {
  approve(cardId: string): Promise<unknown>;
  /** Answers the rejected card. */
  reject(cardId: string, reason: string | undefined): Promise<unknown>;
  /** Reads the card anew, and shows it wherever it stands. */
  read(cardId: string): Promise<ApprovalView>;
  newest(cardId: string): ApprovalView | undefined;
}

/** A decision that came too late: somebody else's stands, or the card's time was over. */
export interface Overtaken {
  readonly card: ApprovalView;
  readonly refusal: ErrorData;
}

/**
 * One person's decisions on this page. A click hides its card in the same moment; what then becomes of the request is
 * followed here, also when the screen is left meanwhile.
 */
export interface Decisions {
  hidden(): HiddenCards;
  subscribe(listener: () => void): () => void;
  /** False: this click was a second one, or the card cannot be decided any more. Nothing is sent. */
  decide(card: ApprovalView, decision: Decision, reason?: string): boolean;
  /** Asks at once about the decisions whose answer was lost. */
  askNow(): void;
  onOvertaken(listener: (overtaken: Overtaken) => void): () => void;
  /** Somebody else signs in. */
  clear(): void;
}

export function createDecisions(
  calls: DecisionCalls,
  setTimer: (run: () => void, ms: number) => void = (run, ms) => void setTimeout(run, ms),
): Decisions {
  const listeners = new Set<() => void>();
  const overtakenListeners = new Set<(overtaken: Overtaken) => void>();
  const asking = new Set<string>();
  let hidden = NOTHING_HIDDEN;
  let clicks = 0;

  /** False: it changed nothing. */
  function take(event: HiddenCardsEvent): boolean {
    const next = reduceHiddenCards(hidden, event);
    if (next === hidden) return false;
    hidden = next;
    for (const listener of listeners) listener();
    return true;
  }

  /** Best effort: the stream or the next poll brings it anyway. */
  const readAgain = (cardId: string) => void calls.read(cardId).catch(() => {});

  async function send(card: ApprovalView, decision: Decision, click: number, reason: string | undefined) {
    const cardId = card.id;
    try {
      await (decision === 'approve' ? calls.approve(cardId) : calls.reject(cardId, reason));
      readAgain(cardId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) take({ type: 'unanswered', cardId, click });
      else take({ type: 'refused', cardId, click, reason: refusal.reason });
      if (refusal && refusalMeaning(refusal.reason) === 'over')
        for (const listener of overtakenListeners) listener({ card, refusal });
      if (refusal && refusalMeaning(refusal.reason) !== 'unknown') readAgain(cardId);
      else await ask(cardId);
    }
  }

  /** Until the server says what the card is now. */
  async function ask(cardId: string): Promise<void> {
    const click = hidden.get(cardId);
    if (click?.phase !== 'unsure' || asking.has(cardId)) return;
    asking.add(cardId);
    const found = await calls.read(cardId).then(
      (card) => ({ card }),
      (error: unknown) => (refusalOf(error)?.reason === 'NOT_FOUND' ? { card: null } : null),
    );
    asking.delete(cardId);
    if (found) take({ type: 'asked', cardId, click: click.click, found: found.card });
    else setTimer(() => void ask(cardId), ASK_AGAIN_MS);
  }

  return {
    hidden: () => hidden,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    decide(card, decision, reason) {
      clicks += 1;
      if (!take({ type: 'clicked', card, decision, click: clicks })) return false;
      void send(card, decision, clicks, reason);
      return true;
    },
    askNow() {
      for (const { cardId } of unsureCards(hidden, calls.newest)) void ask(cardId);
    },
    onOvertaken(listener) {
      overtakenListeners.add(listener);
      return () => overtakenListeners.delete(listener);
    },
    clear() {
      hidden = NOTHING_HIDDEN;
      for (const listener of listeners) listener();
    },
  };
}
