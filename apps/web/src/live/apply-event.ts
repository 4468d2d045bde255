import type { ChangeEvent, SnapshotEvent, StreamEvent, TaskView } from '@dungji/contracts';
import type { QueryClient } from '@tanstack/react-query';
import {
  freshenNest,
  freshenNestPages,
  freshenTask,
  type NestAnswer,
  type NestPages,
  type TaskAnswer,
  withNewNest,
} from './cached-answers.ts';
import type { KnownViews } from './known-views.ts';
import { NEST, NEST_LIST, OPS, TASK, taskQueryKey } from './live-queries.ts';

/** Writes an event into everything the page has cached. Events bring whole views, so order and repeats do no harm. */
export function applyEvent(queryClient: QueryClient, known: KnownViews, event: StreamEvent): void {
  // Other people's tasks: shown by the operators' page alone, which reads them anew. One's own come by one's own stream.
  if (event.stream === 'operators') {
    void queryClient.invalidateQueries({ queryKey: [OPS] });
    return;
  }
  if (event.type === 'snapshot') applySnapshot(queryClient, known, event);
  else applyChange(queryClient, known, event);
}

/** Shows the task of an answer at once, wherever the page shows it. */
export function showTask(queryClient: QueryClient, known: KnownViews, task: TaskView): void {
  known.task(task);
  freshenCaches(queryClient, known);
}

function applyChange(queryClient: QueryClient, known: KnownViews, event: ChangeEvent): void {
  const atMs = Date.parse(event.at);
  const nestId = event.nestId ?? event.task?.nestId ?? undefined;
  if (event.task) known.task(event.task, atMs);
  if (event.document) known.document(event.document, atMs, nestId);
  if (event.nest) known.nest(event.nest, atMs);
  if (event.nest === null && event.nestId) known.removeNest(event.nestId);

  freshenCaches(queryClient, known);
  const { nest } = event;
  if (nest) {
    queryClient.setQueriesData<NestPages>(
      { queryKey: [NEST_LIST] },
      (pages) => pages && withNewNest(pages, nest),
    );
  }
  // Kept for whoever opens the document later, so that nobody has to ask how a settled reading ended.
  if (event.task?.kind === 'ocr') {
    const answer: TaskAnswer = { task: event.task, steps: [], serverNow: event.at };
    queryClient.setQueryData<TaskAnswer>(taskQueryKey(event.task.id), (held) => held ?? answer);
  }
}

function applySnapshot(queryClient: QueryClient, known: KnownViews, event: SnapshotEvent): void {
  const atMs = Date.parse(event.at);
  const inSnapshot = new Set(event.tasks.map(({ id }) => id as string));
  for (const task of event.tasks) known.task(task, atMs);
  for (const nest of event.nests) known.nest(nest, atMs);
  freshenCaches(queryClient, known);

  // The snapshot brings the active and the recent. What is held as active and not in it ended long ago: ask.
  const unexplained = known.activeTaskIds().filter((taskId) => !inSnapshot.has(taskId));
  if (unexplained.length > 0) void queryClient.invalidateQueries({ queryKey: [TASK] });
  // Removals and nests beyond the first page are not in it either.
  void queryClient.invalidateQueries({ queryKey: [NEST_LIST] }, { cancelRefetch: false });
  void queryClient.invalidateQueries({ queryKey: [NEST] }, { cancelRefetch: false });
}

function freshenCaches(queryClient: QueryClient, known: KnownViews): void {
  queryClient.setQueriesData<NestPages>(
    { queryKey: [NEST_LIST] },
    (pages) => pages && freshenNestPages(known, pages),
  );
  queryClient.setQueriesData<NestAnswer>(
    { queryKey: [NEST] },
    (answer) => answer && freshenNest(known, answer),
  );
  queryClient.setQueriesData<TaskAnswer>(
    { queryKey: [TASK] },
    (answer) => answer && freshenTask(known, answer),
  );
}
