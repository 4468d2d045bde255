import type { ChangeEvent } from '@dungji/contracts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { ago } from '../fixtures/views.ts';
import { failedVideo, queuedVideo, readyVideo, workingVideo } from '../studio/fixtures.ts';
import { applyEvent } from './apply-event.ts';
import { BALANCE, GENERATION_LIST, type GenerationPages, LEDGER } from './cached-generations.ts';
import { createKnownApprovals } from './known-approvals.ts';
import { createKnownViews, type KnownViews } from './known-views.ts';
import { keepFresh } from './live-queries.ts';

const LIST_KEY = [GENERATION_LIST, { input: { limit: 20 }, type: 'infinite' }];
const BALANCE_KEY = [BALANCE, { type: 'query' }];
const LEDGER_KEY = [LEDGER, { input: {}, type: 'infinite' }];

let queryClient: QueryClient;
let known: KnownViews;
const approvals = createKnownApprovals();

beforeEach(() => {
  queryClient = new QueryClient();
  known = createKnownViews();
  keepFresh(queryClient, known, approvals);
});

let seq = 0;
function tell(type: ChangeEvent['type'], rest: Partial<ChangeEvent>): void {
  seq += 1;
  applyEvent(queryClient, known, approvals, { stream: 'user:usr_1', seq, type, at: ago(0), ...rest });
}
const answer = (...items: GenerationPages['pages'][number]['items']): GenerationPages => ({
  pages: [{ items, nextCursor: null, serverNow: ago(1_000) }],
  pageParams: [null],
});
const list = (...items: GenerationPages['pages'][number]['items']) =>
  queryClient.setQueryData<GenerationPages>(LIST_KEY, answer(...items));
const listed = () => queryClient.getQueryData<GenerationPages>(LIST_KEY)?.pages.flatMap(({ items }) => items);
const isToBeRead = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

it('an event moves a video on, and leaves what was asked for', () => {
  list(queuedVideo());
  tell('task.progressed', { task: workingVideo('render', { version: 5 }) });
  expect(listed()).toMatchObject([
    { status: 'PROCESSING', version: 5, prompt: queuedVideo().prompt, creditsCharged: 10 },
  ]);
  expect(isToBeRead(LIST_KEY)).toBe(false);
});

it('an answer that was on its way turns nothing back', () => {
  list(queuedVideo({ version: 1 }));
  tell('task.progressed', { task: workingVideo('store', { version: 7 }) });
  list(workingVideo('submit', { version: 3 }));
  expect(listed()).toMatchObject([{ version: 7, progress: { label: 'store' } }]);
});

it('the end of a video is shown at once, and what came back of its price is read', () => {
  list(workingVideo('render', { version: 5 }));
  tell('task.resolved', { task: failedVideo('PROVIDER_FAILED', { version: 9 }) });
  expect(listed()).toMatchObject([{ status: 'FAILED', creditsRefunded: 0 }]);
  expect(isToBeRead(LIST_KEY)).toBe(true);
  list(failedVideo('PROVIDER_FAILED', { version: 9 }));
  expect(listed()).toMatchObject([{ status: 'FAILED', creditsRefunded: 10 }]);
});

it('a video that was asked for elsewhere makes the list be read', () => {
  list(readyVideo({ n: 1 }));
  tell('task.accepted', { task: queuedVideo({ n: 2 }) });
  expect(isToBeRead(LIST_KEY)).toBe(true);
});

it('tasks of other kinds concern no video', () => {
  list(readyVideo());
  tell('task.accepted', { task: { ...queuedVideo({ n: 9 }), kind: 'issuance' } });
  expect(isToBeRead(LIST_KEY)).toBe(false);
});

it('a new balance is shown at once, and whatever is being read meanwhile is read anew', () => {
  queryClient.setQueryData(BALANCE_KEY, { balance: 100 });
  queryClient.setQueryData(LEDGER_KEY, { pages: [], pageParams: [] });
  tell('credits.changed', { credits: { balance: 82 } });
  expect(queryClient.getQueryData(BALANCE_KEY)).toEqual({ balance: 82 });
  expect(isToBeRead(BALANCE_KEY)).toBe(true);
  expect(isToBeRead(LEDGER_KEY)).toBe(true);
});

it('after a gap in the stream all of it is read', () => {
  list(readyVideo());
  queryClient.setQueryData(BALANCE_KEY, { balance: 100 });
  applyEvent(queryClient, known, approvals, {
    stream: 'user:usr_1',
    seq: 0,
    type: 'snapshot',
    at: ago(0),
    tasks: [],
    approvals: [],
    nests: [],
  });
  expect(isToBeRead(LIST_KEY)).toBe(true);
  expect(isToBeRead(BALANCE_KEY)).toBe(true);
});
