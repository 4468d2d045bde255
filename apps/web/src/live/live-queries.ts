import { APPROVAL_STATUSES, isSettledTask } from '@dungji/contracts';
import { type Query, type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { refusalOf } from '../api/refusal.ts';
import {
  freshenNest,
  freshenNestPages,
  freshenTask,
  type NestAnswer,
  type NestPages,
  type TaskAnswer,
} from './cached-answers.ts';
import {
  APPROVAL,
  APPROVAL_LIST,
  type ApprovalAnswer,
  type ApprovalPages,
  freshenApproval,
  freshenApprovalPages,
} from './cached-approvals.ts';
import {
  BALANCE,
  freshenGenerationPages,
  GENERATION_LIST,
  type GenerationPages,
  LEDGER,
} from './cached-generations.ts';
import type { KnownApprovals } from './known-approvals.ts';
import type { KnownViews } from './known-views.ts';

/** The first part of tRPC's query keys: the procedure's path. */
export const NEST_LIST = ['nests', 'list'];
export const NEST = ['nests', 'get'];
export const TASK = ['tasks', 'get'];
/** What events keep fresh, and polls while there are none. */
const LIVE_PATHS = [NEST_LIST, NEST, TASK, APPROVAL_LIST, APPROVAL, GENERATION_LIST, BALANCE, LEDGER];
/** Whatever the operators' page asks. */
export const OPS = ['ops'];

export const taskQueryKey = (taskId: string) => [TASK, { input: { taskId }, type: 'query' }] as const;

const pathIs = (query: Query, path: readonly string[]): boolean => {
  const [first] = query.queryKey;
  return (
    Array.isArray(first) && first.length === path.length && first.every((part, index) => part === path[index])
  );
};

/**
 * Lets every answer of these queries pass through the known views before the cache keeps it. Done here, once, rather
 * than where a screen asks, so that no screen can forget it. What did not change stays the same object, so nothing
 * renders for nothing.
 */
export function keepFresh(queryClient: QueryClient, known: KnownViews, approvals: KnownApprovals): void {
  keep<NestPages>(queryClient, NEST_LIST, (answer, held) => freshenNestPages(known, answer, held));
  keep<NestAnswer>(queryClient, NEST, (answer) => freshenNest(known, answer));
  keep<TaskAnswer>(queryClient, TASK, (answer, held) => freshenTask(known, answer, held));
  keep<ApprovalAnswer>(queryClient, APPROVAL, (answer) => freshenApproval(approvals, answer));
  keep<ApprovalPages>(queryClient, APPROVAL_LIST, (answer) =>
    freshenApprovalPages(approvals, answer, undefined),
  );
  // Of the defaults that fit a query the later ones count: each filter keeps its own cards.
  for (const status of [...APPROVAL_STATUSES, 'ACTIONABLE'] as const)
    keep<ApprovalPages>(
      queryClient,
      APPROVAL_LIST,
      (answer) => freshenApprovalPages(approvals, answer, status),
      { input: { status } },
    );
  keep<GenerationPages>(queryClient, GENERATION_LIST, (answer) => freshenGenerationPages(known, answer));
}

function keep<Answer>(
  queryClient: QueryClient,
  path: readonly string[],
  freshen: (answer: Answer, held: Answer | undefined) => Answer,
  ...more: object[]
): void {
  queryClient.setQueryDefaults([path, ...more], {
    structuralSharing: (held, answer) =>
      replaceEqualDeep(held, freshen(answer as Answer, held as Answer | undefined)),
  });
}

/** A settled task never changes by itself again, so nobody asks about it any more. */
const isSettledTaskQuery = (query: Query): boolean => {
  const answer = query.state.data as TaskAnswer | undefined;
  return pathIs(query, TASK) && answer !== undefined && isSettledTask(answer.task);
};

/**
 * Reads again whatever the page shows now; with nothing to read it asks the server for a sign of life, so that the
 * connection badge never claims to check what nobody checked. Rejects when the server was not reached or cannot answer.
 * Once the signal fires, questions still open are given up: a later poll asks anew instead of joining a dead one.
 */
export async function refreshLiveQueries(
  queryClient: QueryClient,
  signOfLife: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const isShown = (query: Query) =>
    LIVE_PATHS.some((path) => pathIs(query, path)) && !isSettledTaskQuery(query) && !query.isDisabled();
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isShown });
  if (shown.length === 0) {
    await signOfLife(signal);
    return;
  }
  const giveUp = () => void queryClient.cancelQueries({ type: 'active', predicate: isShown });
  signal.addEventListener('abort', giveUp, { once: true });
  await queryClient.refetchQueries({ type: 'active', predicate: isShown }, { cancelRefetch: false });
  signal.removeEventListener('abort', giveUp);
  const unanswered = shown.find(({ state: { error } }) => error !== null && !isAnswer(error));
  if (unanswered) throw unanswered.state.error;
}

/** A refusal of this one question (a nest that is gone) is an answer; a server in trouble is not. */
function isAnswer(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && refusal.httpStatus < 500 && refusal.reason !== 'RATE_LIMITED';
}
