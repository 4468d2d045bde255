import type { ApprovalView, ChangeEvent, SnapshotEvent, StreamEvent, TaskView } from '@dungji/contracts';
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
import { APPROVAL_LIST, freshenApprovals } from './cached-approvals.ts';
import {
  applyBalance,
  freshenGenerations,
  readGenerationsAnew,
  readGenerationsOn,
} from './cached-generations.ts';
import type { KnownApprovals } from './known-approvals.ts';
import type { KnownViews } from './known-views.ts';
import { NEST, NEST_LIST, OPS, TASK, taskQueryKey } from './live-queries.ts';

/** Writes an event into everything the page has cached. Events bring whole views, so order and repeats do no harm. */
export function applyEvent(
  queryClient: QueryClient,
  known: KnownViews,
  approvals: KnownApprovals,
  event: StreamEvent,
): void {
  if (event.type !== 'snapshot' && event.approval) {
    approvals.record(event.approval, Date.parse(event.at), event.type);
    freshenApprovals(queryClient, approvals);
  }
  // Other people's tasks: shown by the operators' page alone, which reads them anew, except those of approvals, which
  // belong to every operator. One's own come by one's own stream.
  if (event.stream === 'operators') {
    if (event.type !== 'snapshot' && event.task?.kind === 'approval')
      showTask(queryClient, known, event.task);
    void queryClient.invalidateQueries({ queryKey: [OPS] });
    return;
  }
  if (event.type === 'snapshot') applySnapshot(queryClient, known, approvals, event);
  else applyChange(queryClient, known, event);
}

/** Shows the task of an answer at once, wherever the page shows it. */
export function showTask(queryClient: QueryClient, known: KnownViews, task: TaskView): void {
  known.task(task);
  freshenCaches(queryClient, known);
}

/** Shows the card of an answer at once, wherever the page shows it. */
export function showApproval(
  queryClient: QueryClient,
  approvals: KnownApprovals,
  card: ApprovalView,
  asOfMs: number,
): void {
  approvals.record(card, asOfMs);
  freshenApprovals(queryClient, approvals);
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
  if (event.task) readGenerationsOn(queryClient, event.task);
  if (event.credits) applyBalance(queryClient, event.credits);
  // Kept for whoever opens the document later, so that nobody has to ask how a settled reading ended.
  if (event.task?.kind === 'ocr') {
    const answer: TaskAnswer = { task: event.task, steps: [], serverNow: event.at };
    queryClient.setQueryData<TaskAnswer>(taskQueryKey(event.task.id), (held) => held ?? answer);
  }
}

function applySnapshot(
  queryClient: QueryClient,
  known: KnownViews,
  approvals: KnownApprovals,
  event: SnapshotEvent,
): void {
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

  for (const card of event.approvals) approvals.record(card, atMs);
  freshenApprovals(queryClient, approvals);
  // It brings the live cards. Those that ended meanwhile are read with the lists.
  void queryClient.invalidateQueries({ queryKey: [APPROVAL_LIST] }, { cancelRefetch: false });
  readGenerationsAnew(queryClient);
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
  freshenGenerations(queryClient, known);
}
