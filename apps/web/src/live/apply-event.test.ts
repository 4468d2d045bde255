import type { ChangeEvent, NestView, SnapshotEvent, TaskView } from '@dungji/contracts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ago,
  documentId,
  NOW_MS,
  nestId,
  nestWith,
  pendingTask,
  processingTask,
  storedDocument,
  succeededTask,
  taskId,
} from '../fixtures/views.ts';
import { applyEvent, showTask } from './apply-event.ts';
import type { NestAnswer, NestPages, TaskAnswer } from './cached-answers.ts';
import { createKnownApprovals, type KnownApprovals } from './known-approvals.ts';
import { createKnownViews, type KnownViews } from './known-views.ts';
import { keepFresh, NEST, NEST_LIST, taskQueryKey } from './live-queries.ts';

const LIST_KEY = [NEST_LIST, { type: 'infinite' }];
const nestKey = (id: string) => [NEST, { input: { nestId: id }, type: 'query' }];

let queryClient: QueryClient;
let known: KnownViews;
let approvals: KnownApprovals;
let settled: string[];

beforeEach(() => {
  settled = [];
  queryClient = new QueryClient();
  known = createKnownViews(({ id }) => settled.push(id));
  approvals = createKnownApprovals();
  keepFresh(queryClient, known, approvals);
});

let seq = 0;
function change(type: ChangeEvent['type'], rest: Partial<ChangeEvent>): ChangeEvent {
  seq += 1;
  return { stream: 'user:usr_1', seq, type, at: ago(0), ...rest };
}
const snapshot = (tasks: TaskView[], nests: NestView[]): SnapshotEvent => ({
  stream: 'user:usr_1',
  seq: 0,
  type: 'snapshot',
  at: ago(0),
  tasks,
  approvals: [],
  nests,
});

function showNest(nest: NestView): void {
  queryClient.setQueryData<NestPages>(LIST_KEY, {
    pages: [{ items: [nest], nextCursor: null, serverNow: ago(1_000) }],
    pageParams: [null],
  });
  queryClient.setQueryData<NestAnswer>(nestKey(nest.id), { ...nest, serverNow: ago(1_000) });
}
const listed = () => queryClient.getQueryData<NestPages>(LIST_KEY)?.pages.flatMap((page) => page.items) ?? [];
const opened = (id: string = nestId()) => queryClient.getQueryData<NestAnswer>(nestKey(id));

describe('applyEvent', () => {
  it('shows a task in the list and in the open nest alike', () => {
    showNest(nestWith(null));
    applyEvent(queryClient, known, approvals, change('task.accepted', { task: pendingTask() }));
    expect(listed()[0]?.documents.REGISTRY.task?.status).toBe('PENDING');
    expect(opened()?.documents.REGISTRY.task?.status).toBe('PENDING');
    expect(opened()?.documents.REGISTRY.canIssue).toBe(false);
  });

  it('leads to the same screen in whatever order events and polls arrive', () => {
    const events = [
      change('task.accepted', { task: pendingTask({ version: 1 }) }),
      change('task.started', { task: processingTask({ version: 2 }) }),
      change('task.resolved', { task: succeededTask({ version: 3 }) }),
      change('document.stored', { document: storedDocument(), nestId: nestId() }),
    ];
    for (const order of [
      events,
      [...events].reverse(),
      [events[3], events[1], events[0], events[2], events[1]],
    ]) {
      queryClient.clear();
      known.clear();
      showNest(nestWith(null));
      for (const event of order) if (event) applyEvent(queryClient, known, approvals, event);
      // A poll that was asked before all of it answers last.
      queryClient.setQueryData<NestAnswer>(nestKey(nestId()), {
        ...nestWith(pendingTask()),
        serverNow: ago(30_000),
      });
      expect(opened()?.documents.REGISTRY.task?.version).toBe(3);
      expect(opened()?.documents.REGISTRY.document?.id).toBe(documentId());
    }
  });

  it('announces an end once, however often it is told', () => {
    showNest(nestWith(processingTask({ version: 2 })));
    const end = change('task.resolved', { task: succeededTask({ version: 3 }) });
    applyEvent(queryClient, known, approvals, end);
    applyEvent(queryClient, known, approvals, end);
    applyEvent(queryClient, known, approvals, snapshot([succeededTask({ version: 3 })], []));
    expect(settled).toEqual([taskId()]);
  });

  it('an end that was reached before the page opened is not announced', () => {
    applyEvent(
      queryClient,
      known,
      approvals,
      snapshot([succeededTask({ version: 3 })], [nestWith(succeededTask({ version: 3 }))]),
    );
    expect(settled).toEqual([]);
  });

  it('a nest made elsewhere joins the list, an edit changes it, a removal takes it away', () => {
    showNest(nestWith(null));
    const made = nestWith(null, null, { id: nestId(2), createdAt: ago(0) });
    applyEvent(queryClient, known, approvals, change('nest.changed', { nestId: made.id, nest: made }));
    expect(listed().map(({ id }) => id)).toEqual([nestId(2), nestId(1)]);
    applyEvent(
      queryClient,
      known,
      approvals,
      change('nest.changed', { nestId: made.id, nest: { ...made, version: 2, name: '새 이름' } }),
    );
    expect(listed()[0]?.name).toBe('새 이름');
    applyEvent(queryClient, known, approvals, change('nest.changed', { nestId: made.id, nest: null }));
    expect(listed().map(({ id }) => id)).toEqual([nestId(1)]);
  });

  it('how a reading ended is kept, so that nobody has to ask for it later', () => {
    const reading = succeededTask({ id: taskId(90), kind: 'ocr', docType: null });
    applyEvent(queryClient, known, approvals, change('task.resolved', { task: reading }));
    expect(queryClient.getQueryData<TaskAnswer>(taskQueryKey(reading.id))?.task.status).toBe('SUCCESS');
  });

  it('an event that brings nothing new changes no object, so nothing renders', () => {
    showNest(nestWith(processingTask({ version: 2 })));
    applyEvent(
      queryClient,
      known,
      approvals,
      change('task.progressed', { task: processingTask({ version: 3 }) }),
    );
    const before = opened();
    applyEvent(
      queryClient,
      known,
      approvals,
      change('task.progressed', { task: processingTask({ version: 3 }) }),
    );
    expect(opened()).toBe(before);
  });
});

it('the task of an answer is shown before its event arrives', () => {
  showNest(nestWith(null));
  showTask(queryClient, known, pendingTask());
  expect(opened()?.documents.REGISTRY.pendingSince).toBe(new Date(NOW_MS - 8_000).toISOString());
});
