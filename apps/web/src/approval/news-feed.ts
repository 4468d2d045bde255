import type { News, NewsKind } from './card-news.ts';

/** As many as fit beside the inbox; older ones are in the history. */
const KEPT_MAX = 12;

/** How somebody else's decision is told, and how when it crossed one's own: the second says all that the first does. */
const DECIDED: readonly NewsKind[] = ['approved', 'rejected', 'expired'];
const OVERTAKEN: readonly NewsKind[] = ['overtaken', 'overtakenExpired', 'overtakenGone'];

/** The latest happenings, newest first, until somebody clears them. */
export interface NewsFeed {
  items(): readonly News[];
  subscribe(listener: () => void): () => void;
  /** False: told already, or by a better word. */
  add(news: News): boolean;
  dismiss(id: string): void;
  clear(): void;
}

export function createNewsFeed(): NewsFeed {
  const listeners = new Set<() => void>();
  const told = new Set<string>();
  let items: readonly News[] = [];
  const show = (next: readonly News[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(news) {
      if (told.has(news.id)) return false;
      told.add(news.id);
      const isAbout = (kinds: readonly NewsKind[]) => (item: News) =>
        item.cardId === news.cardId && kinds.includes(item.kind);
      if (DECIDED.includes(news.kind) && items.some(isAbout(OVERTAKEN))) return false;
      if (OVERTAKEN.includes(news.kind)) items = items.filter((item) => !isAbout(DECIDED)(item));
      show([news, ...items].slice(0, KEPT_MAX));
      return true;
    },
    dismiss: (id) => show(items.filter((news) => news.id !== id)),
    clear: () => show([]),
  };
}
