import { type GenerationView, isSettledTask, type TaskView } from '@dungji/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { KnownViews } from './known-views.ts';

/** The first part of tRPC's query keys: the procedure's path. */
export const GENERATION_LIST = ['generations', 'list'];
export const BALANCE = ['credits', 'balance'];
export const LEDGER = ['credits', 'ledger'];

/** What `generations.list` answers. */
export interface GenerationPages {
  pages: { items: GenerationView[]; nextCursor: string | null; serverNow: string }[];
  pageParams: unknown[];
}

/** What a video was asked for and what it cost belongs to the answer; where it stands, to the newest view of its task. */
export function freshenGenerationPages(known: KnownViews, answer: GenerationPages): GenerationPages {
  const pages = answer.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => {
      const { prompt, seconds, imageDocumentId, imageUrl, creditsCharged, creditsRefunded, ...task } = item;
      const newest = known.task(task, Date.parse(page.serverNow));
      return { ...newest, prompt, seconds, imageDocumentId, imageUrl, creditsCharged, creditsRefunded };
    }),
  }));
  return { ...answer, pages };
}

export function freshenGenerations(queryClient: QueryClient, known: KnownViews): void {
  queryClient.setQueriesData<GenerationPages>(
    { queryKey: [GENERATION_LIST] },
    (held) => held && freshenGenerationPages(known, held),
  );
}

/**
 * An event says where a video stands. What was wished for, and what came back of its price, the list alone tells: it is
 * read for a video that it does not hold, and for one that has ended.
 */
export function readGenerationsOn(queryClient: QueryClient, task: TaskView): void {
  if (task.kind !== 'generation') return;
  const isListed = queryClient
    .getQueriesData<GenerationPages>({ queryKey: [GENERATION_LIST] })
    .some(([, held]) => held?.pages.some((page) => page.items.some(({ id }) => id === task.id)));
  if (!isListed || isSettledTask(task)) void queryClient.invalidateQueries({ queryKey: [GENERATION_LIST] });
}

/** A balance has no version. Whatever is being read meanwhile is read anew, so that the last word is the newest. */
export function applyBalance(queryClient: QueryClient, { balance }: { balance: number }): void {
  queryClient.setQueriesData<{ balance: number }>(
    { queryKey: [BALANCE] },
    (held) => held && { ...held, balance },
  );
  void queryClient.invalidateQueries({ queryKey: [BALANCE] });
  void queryClient.invalidateQueries({ queryKey: [LEDGER] });
}

/** After a gap in the stream: everything that a snapshot does not bring. */
export function readGenerationsAnew(queryClient: QueryClient): void {
  for (const path of [GENERATION_LIST, BALANCE, LEDGER]) {
    void queryClient.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false });
  }
}
