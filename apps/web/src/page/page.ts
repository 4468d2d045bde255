import type { ApprovalId, SettledTask } from '@dungji/contracts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { createContext, use } from 'react';
import { refusalOf, refusedFor } from '../api/refusal.ts';
import { createTrpcClient } from '../api/trpc.ts';
import { showApproval } from '../live/apply-event.ts';
import { createKnownApprovals } from '../live/known-approvals.ts';
import { createKnownViews } from '../live/known-views.ts';
import { keepFresh } from '../live/live-queries.ts';
import { createLiveSession, type LiveSession } from '../live/live-session.ts';
import { createServerClock, type ServerClock } from '../live/server-clock.ts';

/** A view read this recently is not read again when another screen shows it; events keep it fresh meanwhile. */
const STALE_AFTER_MS = 5_000;

/** What one loaded page has: its cache, its connection, its idea of the server's time. */
export function createPage({ onSignedOut }: { onSignedOut: () => void }) {
  const settledListeners = new Set<(task: SettledTask) => void>();
  const knownViews = createKnownViews((task) => {
    for (const listener of settledListeners) listener(task);
  });
  const forgetListeners = new Set<() => void>();
  const clock: ServerClock = createServerClock(
    () => performance.now(),
    () => Date.now(),
  );
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The first question of all is answered by the sign-in page itself.
        if (refusedFor(error, 'UNAUTHENTICATED') && !isWhoAmI(query.queryKey)) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Asked even when the browser believes to be offline: a failed answer is honest, a paused one waits for ever.
        networkMode: 'always',
        // The stream and its polling decide when to look again; these would be a second loop.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => refusalOf(error) === null && failures < 1,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  const trpcClient = createTrpcClient(clock);
  const queries = createTRPCQueryUtils({ queryClient, client: trpcClient });
  // A failure is no loss: the next list names the card again if it matters.
  const knownApprovals = createKnownApprovals((approvalId) => {
    queueMicrotask(() => void readApproval(approvalId).catch(() => {}));
  });
  keepFresh(queryClient, knownViews, knownApprovals);
  /** Reads a card anew and shows it wherever it stands. */
  async function readApproval(approvalId: string) {
    const { serverNow, ...card } = await trpcClient.approvals.get.query({
      approvalId: approvalId as ApprovalId,
    });
    showApproval(queryClient, knownApprovals, card, Date.parse(serverNow));
    return card;
  }
  const live: LiveSession = createLiveSession({
    queryClient,
    knownViews,
    knownApprovals,
    settledListeners,
    onSignedOut,
    signOfLife: (signal) => trpcClient.health.query(undefined, { signal }),
  });
  return {
    queryClient,
    trpcClient,
    queries,
    knownViews,
    knownApprovals,
    clock,
    live,
    readApproval,
    /** For whatever else remembers something of a person. */
    onForget(listener: () => void) {
      forgetListeners.add(listener);
    },
    /** Nothing of one person is left for the next. */
    forgetEverything() {
      queryClient.clear();
      knownViews.clear();
      knownApprovals.clear();
      for (const listener of forgetListeners) listener();
    },
  };
}

const isWhoAmI = ([path]: readonly unknown[]): boolean => Array.isArray(path) && path[0] === 'me';

export type Page = ReturnType<typeof createPage>;

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error('usePage outside of PageContext');
  return page;
}
