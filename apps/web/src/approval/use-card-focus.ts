import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const cardAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null;

/**
 * Keeps the keyboard where it was: when the focused card leaves the list, its neighbour takes the focus, and with none
 * left the heading. The card itself, not its button: a key that is held down must not decide the next card too.
 *
 * @returns focuses something inside a card, or its neighbour if it has left
 */
export function useCardFocus(
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  cardIds: readonly string[],
): (cardId: string, selector: string) => void {
  const focused = useRef<string | null>(null);
  const shown = useRef<readonly string[]>([]);
  /** The list as it stood before the last change. */
  const earlier = useRef<readonly string[]>([]);

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      if (event.target instanceof Element) focused.current = cardAt(event.target);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  const elementOf = (cardId: string) =>
    list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(cardId)}"]`) ?? null;

  function focusNeighbourOf(cardId: string): void {
    const own = elementOf(cardId);
    const ids = earlier.current.includes(cardId) ? earlier.current : shown.current;
    const at = ids.indexOf(cardId);
    const neighbours = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at)).reverse()];
    const neighbour = neighbours.map(elementOf).find((element) => element !== null);
    (own ?? neighbour ?? heading.current)?.focus({ preventScroll: own === null && neighbour === undefined });
  }

  useLayoutEffect(() => {
    if (shown.current.join() !== cardIds.join()) {
      earlier.current = shown.current;
      shown.current = cardIds;
    }
    const cardId = focused.current;
    if (cardId === null || cardIds.includes(cardId) || !earlier.current.includes(cardId)) return;
    focused.current = null;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) focusNeighbourOf(cardId);
  });

  return (cardId, selector) => {
    const inside = elementOf(cardId)?.querySelector<HTMLElement>(selector);
    if (inside) inside.focus();
    else focusNeighbourOf(cardId);
  };
}
