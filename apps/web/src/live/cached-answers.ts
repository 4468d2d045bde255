import type { NestView, StepView, TaskView } from '@dungji/contracts';
import type { KnownViews } from './known-views.ts';

/** What `nests.list`, `nests.get` and `tasks.get` answer; kept in the query cache under their names. */
export interface NestPage {
  items: NestView[];
  nextCursor: string | null;
  serverNow: string;
}
export interface NestPages {
  pages: NestPage[];
  pageParams: unknown[];
}
export type NestAnswer = NestView & { serverNow: string };
export interface TaskAnswer {
  task: TaskView;
  steps: StepView[];
  serverNow: string;
}

/**
 * Each function below takes an answer (fresh from the network, or cached when something changed) and returns it with
 * every view replaced by the newest one known. `held` is what the cache has now.
 */
export function freshenNestPages(known: KnownViews, answer: NestPages, held?: NestPages): NestPages {
  const pages = answer.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((nest) => known.nest(nest, Date.parse(page.serverNow)) ?? []),
  }));
  const [first] = pages;
  if (!first || !held) return { ...answer, pages };

  // A read that began before a nest was made does not know it: a nest younger than the read stays.
  const listed = new Set(pages.flatMap((page) => page.items.map(({ id }) => id)));
  const younger = held.pages
    .flatMap((page) => page.items)
    .filter((nest) => !listed.has(nest.id) && nest.createdAt >= first.serverNow)
    .flatMap((nest) => known.nest(nest, Date.parse(first.serverNow)) ?? []);
  return { ...answer, pages: [{ ...first, items: [...younger, ...first.items] }, ...pages.slice(1)] };
}

export function freshenNest(known: KnownViews, answer: NestAnswer): NestAnswer {
  const nest = known.nest(answer, Date.parse(answer.serverNow));
  return nest ? { ...nest, serverNow: answer.serverNow } : answer;
}

export function freshenTask(known: KnownViews, answer: TaskAnswer, held?: TaskAnswer): TaskAnswer {
  const task = known.task(answer.task, Date.parse(answer.serverNow));
  // Steps have no version of their own: they belong to the task view they were read with.
  const steps = held && held.task.version > answer.task.version ? held.steps : answer.steps;
  return { task, steps, serverNow: answer.serverNow };
}

/** A nest that appeared elsewhere joins the top of the list, where a fresh read would put it. */
export function withNewNest(pages: NestPages, nest: NestView): NestPages {
  const [first, ...rest] = pages.pages;
  if (!first || pages.pages.some((page) => page.items.some(({ id }) => id === nest.id))) return pages;
  return { ...pages, pages: [{ ...first, items: [nest, ...first.items] }, ...rest] };
}
