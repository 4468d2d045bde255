import { beforeEach, expect, it } from 'vitest';
import type { News, NewsKind } from './card-news.ts';
import { createNewsFeed, type NewsFeed } from './news-feed.ts';

let feed: NewsFeed;
beforeEach(() => {
  feed = createNewsFeed();
});

const news = (kind: NewsKind, card = 1, version = 2): News => ({
  id: `apv_${card}/${version}/${kind}`,
  kind,
  cardId: `apv_${card}`,
  title: '병합',
  name: null,
  at: '2026-03-02T05:30:00.000Z',
});
const kinds = () => feed.items().map(({ kind }) => kind);

it('the same happening is told once, whichever stream brought it, and not again after it was cleared', () => {
  expect(feed.add(news('failed'))).toBe(true);
  expect(feed.add(news('failed'))).toBe(false);
  feed.dismiss(news('failed').id);
  expect(feed.add(news('failed'))).toBe(false);
  expect(kinds()).toEqual([]);
});

it('newest first, and no more than fit', () => {
  for (let card = 1; card <= 20; card += 1) feed.add(news('applied', card));
  expect(feed.items()).toHaveLength(12);
  expect(feed.items()[0]?.cardId).toBe('apv_20');
});

it.each([[['rejected', 'overtaken']], [['overtaken', 'rejected']]] as const)(
  'a decision that crossed one’s own is told in one word: %s',
  (order) => {
    for (const kind of order) feed.add(news(kind));
    expect(kinds()).toEqual(['overtaken']);
    feed.add(news('rejected', 2));
    expect(kinds()).toEqual(['rejected', 'overtaken']);
  },
);
