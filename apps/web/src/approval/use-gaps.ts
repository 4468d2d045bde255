import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Longer than a double click: its second half falls into the gap and not on the next card's button. */
const HELD_MS = 600;
/** The time the list takes to close up; styles say the same. */
const CLOSING_MS = 200;

/** The place of a card that has just gone. */
export interface Gap {
  readonly cardId: string;
  /** It stands before this card; `null`: at the end. */
  readonly before: string | null;
  readonly heightPx: number;
  readonly isClosing: boolean;
}

/**
 * When a card leaves the list, the others stay where they are for a moment, so that nobody hits the wrong one.
 * @param list holds one child per card, marked with `data-place`
 */
export function useGaps(list: RefObject<HTMLElement | null>, cardIds: readonly string[]): readonly Gap[] {
  const [gaps, setGaps] = useState<readonly Gap[]>([]);
  const shown = useRef<{ ids: readonly string[]; heightsPx: Map<string, number> }>({
    ids: [],
    heightsPx: new Map(),
  });
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useLayoutEffect(() => {
    const before = shown.current;
    const gone = before.ids.filter((id) => !cardIds.includes(id));
    shown.current = { ids: cardIds, heightsPx: heightsOf(list.current) };
    if (gone.length === 0) return;
    const opened = gone.map((cardId) => ({
      cardId,
      before: before.ids.slice(before.ids.indexOf(cardId)).find((id) => cardIds.includes(id)) ?? null,
      heightPx: before.heightsPx.get(cardId) ?? 0,
      isClosing: false,
    }));
    setGaps((held) => [...held, ...opened]);
    const later = (ms: number, change: (held: readonly Gap[]) => readonly Gap[]) => {
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        setGaps(change);
      }, ms);
      timers.current.add(timer);
    };
    later(HELD_MS, (held) =>
      held.map((gap) => (gone.includes(gap.cardId) ? { ...gap, isClosing: true } : gap)),
    );
    later(HELD_MS + CLOSING_MS, (held) => held.filter((gap) => !gone.includes(gap.cardId)));
  });
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  // A card that is back needs no gap, and one that went after it needs a neighbour that is still there.
  return gaps
    .filter(({ cardId }) => !cardIds.includes(cardId))
    .map((gap) => (gap.before === null || cardIds.includes(gap.before) ? gap : { ...gap, before: null }));
}

const heightsOf = (list: HTMLElement | null): Map<string, number> =>
  new Map(
    [...(list?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].map((place) => [
      place.dataset.place ?? '',
      place.offsetHeight,
    ]),
  );
