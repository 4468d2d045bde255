import { REASONS, type ReasonCode } from '@dungji/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ago, nestId, nestWith, processingTask, succeededTask, taskId } from '../fixtures/views.ts';
import { createKnownApprovals } from './known-approvals.ts';
import { createKnownViews } from './known-views.ts';
import { keepFresh, NEST, refreshLiveQueries, taskQueryKey } from './live-queries.ts';

let queryClient: QueryClient;
const closers: (() => void)[] = [];

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  keepFresh(queryClient, createKnownViews(), createKnownApprovals());
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Puts a query on screen; counts how often the server is asked. */
function onScreen(
  queryKey: readonly unknown[],
  held: unknown,
  answer: () => unknown,
): { readonly asked: number } {
  const count = { asked: 0 };
  queryClient.setQueryData(queryKey, held);
  const observer = new QueryObserver(queryClient, {
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      count.asked += 1;
      return answer();
    },
  });
  closers.push(observer.subscribe(() => {}));
  return count;
}

const refused = (reason: ReasonCode) =>
  Object.assign(new Error(reason), {
    data: {
      code: REASONS[reason].code,
      httpStatus: REASONS[reason].httpStatus,
      reason,
      retryable: false,
      restorable: false,
      requestId: 'r',
    },
  });
const throwing = (error: Error) => () => {
  throw error;
};
const nestKey = [NEST, { input: { nestId: nestId() }, type: 'query' }];
const nestAnswer = { ...nestWith(null), serverNow: ago(0) };
const { signal } = new AbortController();
const neverAsked = () => Promise.reject(new Error('asked for a sign of life'));

it('a poll reads what is on screen, and no settled task', async () => {
  const nest = onScreen(nestKey, nestAnswer, () => nestAnswer);
  const running = { task: processingTask({ n: 1 }), steps: [], serverNow: ago(0) };
  const ended = { task: succeededTask({ n: 2 }), steps: [], serverNow: ago(0) };
  const active = onScreen(taskQueryKey(taskId(1)), running, () => running);
  const settled = onScreen(taskQueryKey(taskId(2)), ended, () => ended);
  await refreshLiveQueries(queryClient, neverAsked, signal);
  expect([nest.asked, active.asked, settled.asked]).toEqual([1, 1, 0]);
});

it('with nothing to read, a poll asks for a sign of life', async () => {
  await expect(refreshLiveQueries(queryClient, neverAsked, signal)).rejects.toThrow('sign of life');
  await refreshLiveQueries(queryClient, async () => 'alive', signal);
});

it('a server that is out of reach fails the poll', async () => {
  onScreen(nestKey, nestAnswer, throwing(new TypeError('Failed to fetch')));
  await expect(refreshLiveQueries(queryClient, neverAsked, signal)).rejects.toThrow('Failed to fetch');
});

it('a server that cannot answer fails the poll', async () => {
  onScreen(nestKey, nestAnswer, throwing(refused('DEPENDENCY_DOWN')));
  await expect(refreshLiveQueries(queryClient, neverAsked, signal)).rejects.toThrow('DEPENDENCY_DOWN');
});

it('a nest that is gone does not: the server has answered', async () => {
  onScreen(nestKey, nestAnswer, throwing(refused('NOT_FOUND')));
  await refreshLiveQueries(queryClient, neverAsked, signal);
});

it('a poll that was given up leaves no question behind for the next one to wait for', async () => {
  const answers = [new Promise<never>(() => {}), nestAnswer];
  const nest = onScreen(nestKey, nestAnswer, () => answers.shift());
  const dead = new AbortController();
  const first = refreshLiveQueries(queryClient, neverAsked, dead.signal);
  dead.abort();
  await first;
  await refreshLiveQueries(queryClient, neverAsked, signal);
  expect(nest.asked).toBe(2);
});
