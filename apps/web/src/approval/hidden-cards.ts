import { type ApprovalView, isActionable, type ReasonCode } from '@dungji/contracts';
import { refusalMeaning } from './refusal-meaning.ts';

export type Decision = 'approve' | 'reject';

/** Why a card came back, or why nobody knows yet what became of it. */
export type ReturnReason = ReasonCode | 'NO_ANSWER';

/** The last decision made on a card here. */
interface Click {
  /** Numbers the clicks of this page: the outcome of an earlier one says nothing about a later one. */
  readonly click: number;
  /** What was in sight when it was made. Only a higher version, or a refusal, brings the card back. */
  readonly version: number;
  readonly title: string;
  readonly decision: Decision;
  /**
   * - hidden: on its way, accepted, or overtaken
   * - unsure: no answer came; the server is being asked
   * - back: it changed nothing
   */
  readonly phase: 'hidden' | 'unsure' | 'back';
  readonly reason: ReturnReason | null;
}

/** Which cards are hidden on this page: by card id. Lives in memory alone; the server knows the rest. */
export type HiddenCards = ReadonlyMap<string, Click>;

export const NOTHING_HIDDEN: HiddenCards = new Map();

export type HiddenCardsEvent =
  | {
      readonly type: 'clicked';
      readonly card: ApprovalView;
      readonly decision: Decision;
      readonly click: number;
    }
  | { readonly type: 'refused'; readonly cardId: string; readonly click: number; readonly reason: ReasonCode }
  | { readonly type: 'unanswered'; readonly cardId: string; readonly click: number }
  /** What the server said of the card when it was asked after an unanswered click; `null`: there is no such card. */
  | {
      readonly type: 'asked';
      readonly cardId: string;
      readonly click: number;
      readonly found: ApprovalView | null;
    };

/**
 * Whether the card stands in the inbox. `card` is the newest view known of it, so a late list or a focus refetch changes
 * nothing here: it cannot bring a higher version than the one that was clicked.
 */
export function isShown(hidden: HiddenCards, card: ApprovalView): boolean {
  if (!isActionable(card)) return false;
  const click = hidden.get(card.id);
  return click === undefined || click.phase === 'back' || card.version > click.version;
}

/** Why the card is back, where the card itself does not tell. */
export function returnReason(hidden: HiddenCards, card: ApprovalView): ReturnReason | null {
  const click = hidden.get(card.id);
  if (click?.phase !== 'back') return null;
  // Later failures are told by the card's own last error.
  return card.version === click.version || card.lastError === null ? click.reason : null;
}

/** Cards of which nobody here knows whether the decision arrived. `newest` is the newest view known of a card. */
export const unsureCards = (
  hidden: HiddenCards,
  newest: (cardId: string) => ApprovalView | undefined,
): { cardId: string; title: string; decision: Decision }[] =>
  [...hidden]
    .filter(([cardId, click]) => click.phase === 'unsure' && (newest(cardId)?.version ?? 0) <= click.version)
    .map(([cardId, { title, decision }]) => ({ cardId, title, decision }));

/** The next state; the same object when the event changes nothing, so that a second click is seen to be none. */
export function reduceHiddenCards(hidden: HiddenCards, event: HiddenCardsEvent): HiddenCards {
  if (event.type === 'clicked') {
    const { card, decision, click } = event;
    if (!isShown(hidden, card)) return hidden;
    return withClick(hidden, card.id, {
      click,
      version: card.version,
      title: card.title,
      decision,
      phase: 'hidden',
      reason: null,
    });
  }
  const click = hidden.get(event.cardId);
  if (click === undefined || click.click !== event.click) return hidden;
  switch (event.type) {
    case 'refused': {
      if (click.phase !== 'hidden') return hidden;
      const meaning = refusalMeaning(event.reason);
      if (meaning === 'over') return hidden;
      return withClick(hidden, event.cardId, {
        ...click,
        phase: meaning === 'unknown' ? 'unsure' : 'back',
        reason: event.reason,
      });
    }
    case 'unanswered':
      if (click.phase !== 'hidden') return hidden;
      return withClick(hidden, event.cardId, { ...click, phase: 'unsure', reason: 'NO_ANSWER' });
    case 'asked': {
      if (click.phase !== 'unsure') return hidden;
      const isUntouched =
        event.found !== null && event.found.version <= click.version && isActionable(event.found);
      return withClick(hidden, event.cardId, { ...click, phase: isUntouched ? 'back' : 'hidden' });
    }
  }
}

const withClick = (hidden: HiddenCards, cardId: string, click: Click): HiddenCards =>
  new Map(hidden).set(cardId, click);
