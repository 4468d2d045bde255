import type { SettledTask } from '@dungji/contracts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { createContext, use } from 'react';
import { refusalOf, refusedFor } from '../api/refusal.ts';
import { createTrpcClient } from '../api/trpc.ts';
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
  keepFresh(queryClient, knownViews);
  const trpcClient = createTrpcClient(clock);
  const live: LiveSession = createLiveSession({
    queryClient,
    knownViews,
    settledListeners,
    onSignedOut,
    signOfLife: (signal) => trpcClient.health.query(undefined, { signal }),
  });
  return {
    queryClient,
    trpcClient,
    queries: createTRPCQueryUtils({ queryClient, client: trpcClient }),
    knownViews,
    clock,
    live,
    /** Nothing of one person is left for the next. */
    forgetEverything() {
      queryClient.clear();
      knownViews.clear();
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
