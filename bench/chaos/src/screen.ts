import type { DungjiClient, StreamEvent } from '@dungji/client';

/** What an open screen was told. */
export interface Screen {
  /** Numbers of the events in the order they came, by stream; each snapshot begins a new list with the number it stands at. */
  readonly told: ReadonlyMap<string, readonly (readonly number[])[]>;
  /** Sentences about what it should not have been told. */
  readonly wrong: readonly string[];
  /** Resolves when the screen is closed. */
  readonly closed: Promise<void>;
}

/** Keeps a screen open until the signal aborts, through whatever happens to the api. */
export function openScreen(client: DungjiClient, closing: AbortSignal): Screen {
  const told = new Map<string, number[][]>();
  const wrong: string[] = [];
  const versions = new Map<string, number>();

  const take = (event: StreamEvent): void => {
    const lists = told.get(event.stream) ?? [];
    told.set(event.stream, lists);
    const current = lists.at(-1);
    if (current && event.type !== 'snapshot') current.push(event.seq);
    else lists.push([event.seq]);
    const views =
      event.type === 'snapshot' ? [...event.tasks, ...event.approvals] : [event.task, event.approval];
    for (const view of views) {
      if (!view) continue;
      const key = `${event.stream} ${view.id}`;
      const before = versions.get(key) ?? 0;
      if (view.version < before) wrong.push(`${view.id} went back from version ${before} to ${view.version}`);
      versions.set(key, view.version);
    }
  };
  const watch = async () => {
    // What polls tell meanwhile, the stream tells again when it goes on: a view is replaced by a higher version only.
    for await (const event of client.watch({ signal: closing })) if (event.type !== 'polled') take(event);
  };
  const closed = watch().catch((error: unknown) => void wrong.push(`a screen was closed: ${error}`));
  return { told, wrong, closed };
}
