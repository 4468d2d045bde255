import type { ApprovalView, EventType } from '@dungji/contracts';

/** A card as it is now, and as it was known before; `told` is the event that said so, `null`: a reading. */
export interface ApprovalChange {
  readonly card: ApprovalView;
  readonly before: ApprovalView | null;
  readonly told: EventType | null;
}

/**
 * The newest view of each approval card this page has seen, whoever brought it. A view is replaced only by one of a
 * higher version, or by a later reading of the same.
 */
export interface KnownApprovals {
  /**
   * Records the view and returns the newest one known of that card.
   * @param asOfMs the server's time of the reading or event
   */
  record(view: ApprovalView, asOfMs: number, told?: EventType): ApprovalView;
  newest(cardId: string): ApprovalView | undefined;
  /** Every card, with the latest moment at which it was seen so. */
  all(): { card: ApprovalView; asOfMs: number }[];
  /**
   * When the card would have expired as this page first saw it. Lists stand in this order: a failure gives a card more
   * time, and must not move it from its place.
   */
  placeOf(card: ApprovalView): string;
  /** A later list does not hold this card any more, and no event told why. Passed on once per version. */
  leftUnseen(card: ApprovalView): void;
  onChange(listener: (change: ApprovalChange) => void): () => void;
  clear(): void;
}

/** @param askFor reads a card that left a list unseen */
export function createKnownApprovals(askFor: (cardId: string) => void = () => {}): KnownApprovals {
  const cards = new Map<string, { card: ApprovalView; asOfMs: number }>();
  const firstExpiry = new Map<string, string>();
  const askedAt = new Map<string, number>();
  const listeners = new Set<(change: ApprovalChange) => void>();

  return {
    record(view, asOfMs, told) {
      const known = cards.get(view.id);
      if (!firstExpiry.has(view.id)) firstExpiry.set(view.id, view.expiresAt);
      if (known && known.card.version > view.version) return known.card;
      const isChange = known === undefined || known.card.version < view.version;
      if (!isChange && known.asOfMs > asOfMs) return known.card;
      cards.set(view.id, { card: view, asOfMs });
      // It has the version of the change that it explains, and comes right after it.
      const isExplained = known?.card.version === view.version && told === 'approval.interrupted';
      if (isChange || isExplained) {
        const change = { card: view, before: known?.card ?? null, told: told ?? null };
        for (const listener of listeners) listener(change);
      }
      return view;
    },
    newest: (cardId) => cards.get(cardId)?.card,
    all: () => [...cards.values()],
    placeOf: ({ id, expiresAt }) => firstExpiry.get(id) ?? expiresAt,
    leftUnseen(card) {
      if (askedAt.get(card.id) === card.version) return;
      askedAt.set(card.id, card.version);
      askFor(card.id);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      for (const part of [cards, firstExpiry, askedAt]) part.clear();
    },
  };
}
