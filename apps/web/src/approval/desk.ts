import type { ApprovalId } from '@dungji/contracts';
import type { Page } from '../page/page.ts';
import { type News, newsOf } from './card-news.ts';
import { createDecisions, type Decisions, type Overtaken } from './decisions.ts';
import { createNewsFeed, type NewsFeed } from './news-feed.ts';
import { createNotices, type Notices } from './notices.ts';

/** What a page remembers of approvals besides the cards: it outlives the screen that shows it. */
export interface ApprovalDesk {
  readonly decisions: Decisions;
  readonly news: NewsFeed;
  readonly notices: Notices;
  /** Each happening once, as it is told. */
  onNews(listener: (news: News) => void): () => void;
}

const desks = new WeakMap<Page, ApprovalDesk>();

/** The desk of this page; made when first asked for, so that tenants never load it. */
export function approvalDeskOf(page: Page): ApprovalDesk {
  const desk = desks.get(page) ?? createDesk(page);
  desks.set(page, desk);
  return desk;
}

function createDesk(page: Page): ApprovalDesk {
  const { trpcClient, knownApprovals, clock, live, queries } = page;
  const decisions = createDecisions({
    approve: (id) => trpcClient.approvals.approve.mutate({ approvalId: id as ApprovalId }),
    reject: (id, reason) => trpcClient.approvals.reject.mutate({ approvalId: id as ApprovalId, reason }),
    read: page.readApproval,
    newest: knownApprovals.newest,
  });
  const news = createNewsFeed();
  const listeners = new Set<(item: News) => void>();
  const tell = (item: News | null): void => {
    if (item && news.add(item)) for (const listener of listeners) listener(item);
  };
  const now = () => new Date(clock.nowMs()).toISOString();

  knownApprovals.onChange((change) => tell(newsOf(change, queries.me.get.getData()?.id ?? null, now())));
  decisions.onOvertaken((overtaken) => tell(newsOfOvertaken(overtaken, now())));
  // Back on the line: whoever waits for an answer need not wait for the next question.
  live.subscribe(() => {
    if (live.state().status === 'live') decisions.askNow();
  });
  page.onForget(() => {
    decisions.clear();
    news.clear();
  });
  return {
    decisions,
    news,
    notices: createNotices(),
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function newsOfOvertaken({ card, refusal }: Overtaken, at: string): News {
  const name = refusal.decidedByName ?? null;
  const kind =
    refusal.reason === 'EXPIRED' ? 'overtakenExpired' : name === null ? 'overtakenGone' : 'overtaken';
  return { id: `${card.id}/${card.version}/overtaken`, kind, cardId: card.id, title: card.title, name, at };
}
