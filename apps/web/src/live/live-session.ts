import { type OpenStream, openStream, type StreamState } from '@dungji/client';
import type { SettledTask, StreamEvent } from '@dungji/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { applyEvent } from './apply-event.ts';
import type { KnownApprovals } from './known-approvals.ts';
import type { KnownViews } from './known-views.ts';
import { refreshLiveQueries } from './live-queries.ts';

/** Before the stream has said anything. */
const NOT_STARTED: StreamState = {
  status: 'connecting',
  since: 0,
  lastHeardAt: null,
  nextCheckAt: null,
  endedBy: null,
};

/** The one connection of a signed-in page: events into the query cache, polling while there is no stream. */
export interface LiveSession {
  state(): StreamState;
  subscribe(listener: () => void): () => void;
  onSettled(listener: (task: SettledTask) => void): () => void;
  checkNow(): void;
  /** Opens the stream, and polls so often while there is none; the returned function closes it. */
  start(pollIntervalMs: number): () => void;
}

interface LiveSessionParts {
  /** The server ended the stream because nobody is signed in here any more. */
  onSignedOut: () => void;
  /** Asks the server anything at all; rejects when it cannot be reached. */
  signOfLife: (signal: AbortSignal) => Promise<unknown>;
  queryClient: QueryClient;
  knownViews: KnownViews;
  knownApprovals: KnownApprovals;
  settledListeners: Set<(task: SettledTask) => void>;
}

export function createLiveSession({
  queryClient,
  knownViews,
  knownApprovals,
  settledListeners,
  signOfLife,
  onSignedOut,
}: LiveSessionParts): LiveSession {
  const listeners = new Set<() => void>();
  let state = NOT_STARTED;
  let stream: OpenStream | null = null;

  const onEvent = (event: StreamEvent) => applyEvent(queryClient, knownViews, knownApprovals, event);
  const onState = (next: StreamState) => {
    state = next;
    for (const listener of listeners) listener();
    if (next.endedBy === 'unauthenticated') onSignedOut();
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSettled(listener) {
      settledListeners.add(listener);
      return () => settledListeners.delete(listener);
    },
    checkNow() {
      stream?.checkNow();
    },
    start(pollIntervalMs) {
      const opened = openStream({
        url: '',
        pollIntervalMs,
        onEvent,
        onState,
        poll: (signal) => refreshLiveQueries(queryClient, signOfLife, signal),
      });
      stream = opened;
      return () => {
        if (stream === opened) stream = null;
        void opened.close();
      };
    },
  };
}
