import type { StreamEvent, TaskView } from '@dungji/contracts';
import { DungjiError } from './dungji-error.ts';
import type { OpenStream, OpenStreamOptions, StreamState } from './stream-types.ts';

/** There is no stream at the moment: tasks that a poll found new or changed, merged by their `version`. */
export interface PolledEvent {
  type: 'polled';
  at: string;
  tasks: TaskView[];
}

export type WatchEvent = StreamEvent | PolledEvent;

export interface WatchOptions {
  /** Ends the loop without an error. */
  signal?: AbortSignal | undefined;
  onState?(state: StreamState): void;
}

interface Surroundings {
  openStream(callbacks: Pick<OpenStreamOptions, 'onEvent' | 'onState' | 'poll' | 'lastEventId'>): OpenStream;
  listTasks(signal: AbortSignal): Promise<{ items: TaskView[]; serverNow: string }>;
}

/** A reader that falls this far behind gives its stream up, and resumes from its place when it has caught up. */
const UNREAD_MAX = 1_000;

/** See `watch` of the client. */
export async function* watch(
  options: WatchOptions,
  { openStream, listTasks }: Surroundings,
): AsyncGenerator<WatchEvent, void> {
  const { signal, onState } = options;
  const unread: WatchEvent[] = [];
  /** Versions told by polls since the stream was last live. */
  const polled = new Map<string, number>();
  let isRefused = false;
  let stream: OpenStream | null = null;
  let lastEventId: string | undefined;
  let wake = (): void => {};

  const open = (): OpenStream =>
    openStream({
      lastEventId,
      onEvent(event, id) {
        lastEventId = id;
        push(event);
        if (unread.length < UNREAD_MAX) return;
        void stream?.close();
        stream = null;
      },
      onState(state) {
        if (state.status === 'live') polled.clear();
        // The end of a stream that this loop closed itself is nothing to tell.
        if (state.endedBy !== 'closed') onState?.(state);
        isRefused = state.endedBy === 'unauthenticated';
        if (isRefused) wake();
      },
      async poll(pollSignal) {
        const { items, serverNow } = await listTasks(pollSignal);
        const changed = items.filter((task) => task.version > (polled.get(task.id) ?? 0));
        if (changed.length === 0 || unread.length >= UNREAD_MAX) return;
        for (const task of changed) polled.set(task.id, task.version);
        push({ type: 'polled', at: serverNow, tasks: changed });
      },
    });
  const push = (event: WatchEvent): void => {
    unread.push(event);
    wake();
  };

  const onAbort = (): void => wake();
  signal?.addEventListener('abort', onAbort);
  try {
    while (!signal?.aborted) {
      const event = unread.shift();
      if (event) {
        yield event;
        continue;
      }
      if (isRefused) throw new DungjiError('UNAUTHENTICATED');
      stream ??= open();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await stream?.close();
  }
}
