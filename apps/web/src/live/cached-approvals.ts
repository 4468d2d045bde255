import type { ApprovalDetail, ApprovalFilter, ApprovalView } from '@dungji/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isLive, matchesFilter } from '../approval/card-state.ts';
import type { KnownApprovals } from './known-approvals.ts';

/** The first part of tRPC's query keys: the procedure's path. */
export const APPROVAL_LIST = ['approvals', 'list'];
export const APPROVAL = ['approvals', 'get'];

/** What `approvals.list` and `approvals.get` answer. */
export interface ApprovalPage {
  items: ApprovalView[];
  nextCursor: string | null;
  serverNow: string;
}
export interface ApprovalPages {
  pages: ApprovalPage[];
  pageParams: unknown[];
}
export type ApprovalAnswer = ApprovalDetail & { serverNow: string };

/** A change carries the time of its transaction, which a list read in the same moment may not have seen; far longer than a commit takes. */
const COMMIT_MS = 2_000;

export const filterOf = (queryKey: readonly unknown[]): ApprovalFilter | undefined =>
  (queryKey[1] as { input?: { status?: ApprovalFilter } } | undefined)?.input?.status;

/**
 * The list with every card replaced by the newest view known, those that do not belong to it any more taken out, and
 * those that do since it was read put in.
 */
export function freshenApprovalPages(
  known: KnownApprovals,
  answer: ApprovalPages,
  filter: ApprovalFilter | undefined,
): ApprovalPages {
  const pages = answer.pages.map((page) => ({
    ...page,
    items: page.items
      .map((card) => known.record(card, Date.parse(page.serverNow)))
      .filter((card) => matchesFilter(card, filter)),
  }));
  const [first, ...rest] = pages;
  if (!first) return answer;
  const readAtMs = Date.parse(first.serverNow);
  const listed = new Set(answer.pages.flatMap(({ items }) => items.map(({ id }) => id as string)));
  const absent = known
    .all()
    .filter(({ card }) => !listed.has(card.id) && matchesFilter(card, filter) && isInReach(answer, card));
  const younger = absent.filter(({ asOfMs }) => asOfMs > readAtMs - COMMIT_MS).map(({ card }) => card);
  // While events come, each says how it left. A reading that misses it is the only sign when none do.
  for (const { card, asOfMs } of absent)
    if (asOfMs <= readAtMs - COMMIT_MS && isLive(card)) known.leftUnseen(card);
  return { ...answer, pages: [{ ...first, items: [...younger, ...first.items] }, ...rest] };
}

/** Older cards than the last one that was read may stand on a page that nobody has opened. Newest first, and ids sort by time. */
function isInReach({ pages }: ApprovalPages, card: ApprovalView): boolean {
  const last = pages.at(-1);
  const oldest = last?.items.at(-1);
  return last?.nextCursor === null || oldest === undefined || card.id > oldest.id;
}

/** What the steps were given never changes, and stands in no other view. */
export function freshenApproval(known: KnownApprovals, answer: ApprovalAnswer): ApprovalAnswer {
  const card = known.record(answer, Date.parse(answer.serverNow));
  const inputs = new Map(answer.steps.map(({ position, input }) => [position, input]));
  const steps = card.steps.map((step) => ({ ...step, input: inputs.get(step.position) ?? {} }));
  return { ...card, steps, serverNow: answer.serverNow };
}

/** Shows what is known now in every list and record that the page has cached. */
export function freshenApprovals(queryClient: QueryClient, known: KnownApprovals): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: [APPROVAL_LIST] }))
    queryClient.setQueryData<ApprovalPages>(
      queryKey,
      (held) => held && freshenApprovalPages(known, held, filterOf(queryKey)),
    );
  queryClient.setQueriesData<ApprovalAnswer>(
    { queryKey: [APPROVAL] },
    (held) => held && freshenApproval(known, held),
  );
}
