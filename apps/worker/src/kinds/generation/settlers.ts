import type { TaskId } from '@dungji/contracts';
import { type DueGeneration, type DueQuery, dueGenerations } from '@dungji/db';
import { type Looked, type LookTools, lookAt } from './look.ts';

/** Which generations a settler is for. */
export type Scope = Pick<DueQuery, 'olderThanMs' | 'youngerThanMs' | 'userId'>;

/** Questions at the provider at a time, per settler. */
const LANES = 4;

/**
 * Looks at everything that is due, those due for the longest time first, batch after batch until none is left or the
 * time for it is over. A look that has begun is brought to its end; one that goes wrong is passed over. The last lane
 * begins with the youngest: those that hang for hours must not keep a fresh one waiting.
 *
 * @param budgetMs no look begins later than this
 */
export async function lookAtDue(
  tools: LookTools,
  scope: Scope,
  {
    budgetMs,
    signal,
    underWay = new Set(),
    onLooked,
  }: {
    readonly budgetMs: number;
    readonly signal: AbortSignal;
    /** Looks of this settler, also those of an earlier call that are not over yet: together they share its lanes. */
    readonly underWay?: Set<TaskId>;
    /** Null: the look broke off. */
    readonly onLooked?: (looked: Looked | null) => void;
  },
): Promise<void> {
  const { db, limits, log } = tools;
  const deadlineMs = performance.now() + budgetMs;
  const seen = new Set<string>();
  const batch = limits.SWEEP_BATCH;
  const lanes = Math.max(0, LANES - underWay.size);
  const youngest = queueOf(async () => dueGenerations(db, { ...scope, batch, order: 'youngest' }), 1);
  let after: DueGeneration | undefined;
  const longest = queueOf(async () => {
    const page = await dueGenerations(db, { ...scope, batch, order: 'longest', after });
    after = page.at(-1);
    return page;
  });

  const runLane = async (_: unknown, lane: number): Promise<void> => {
    const sources = lane === lanes - 1 ? [youngest, longest] : [longest];
    for (const next of sources) {
      for (let due = await next(); due; due = await next()) {
        if (performance.now() > deadlineMs || signal.aborted) return;
        if (seen.has(due.taskId)) continue;
        seen.add(due.taskId);
        const { taskId } = due;
        underWay.add(taskId);
        const looked = await lookAt(tools, due, signal).catch((err: unknown): Looked | null => {
          if (!signal.aborted) log.warn({ err, taskId }, 'a look at a generation broke off');
          return null;
        });
        underWay.delete(taskId);
        onLooked?.(looked);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
}

/** One item after the other for whoever asks, read page by page; pages are read one at a time. */
function queueOf(
  readPage: () => Promise<DueGeneration[]>,
  pagesMax = Number.POSITIVE_INFINITY,
): () => Promise<DueGeneration | undefined> {
  let items: DueGeneration[] = [];
  let pages = 0;
  let isOver = false;
  let reading: Promise<void> | null = null;
  const read = async () => {
    items = await readPage();
    pages += 1;
    isOver = items.length === 0 || pages >= pagesMax;
  };
  return async () => {
    while (items.length === 0 && !isOver) {
      reading ??= read().finally(() => {
        reading = null;
      });
      await reading;
    }
    return items.shift();
  };
}

/** Between two looks for what is due: a person watches a young one. */
const POLL_MS = 1_000;

/**
 * The first settler: workers ask about the young every second, whoever of them is there. A file that takes a minute to
 * fetch keeps one lane busy, and nobody else waiting.
 */
export function pollYoung(tools: LookTools): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Set<TaskId>();
  const polls = new Set<Promise<void>>();
  const poll = async () => {
    const scope = { youngerThanMs: tools.limits.GENERATION_GRACE_MS };
    await lookAtDue(tools, scope, { budgetMs: POLL_MS, signal: stopping.signal, underWay }).catch(
      (err: unknown) => tools.log.warn({ err }, 'the young generations cannot be looked at'),
    );
  };
  const timer = setInterval(() => {
    // With every lane busy there is nothing to begin; a database that hangs is not asked once more every second.
    if (polls.size >= LANES || underWay.size >= LANES) return;
    const polling = poll().finally(() => polls.delete(polling));
    polls.add(polling);
  }, POLL_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(polls);
    },
  };
}
