import type { AppRouter } from '@dungji/api';
import type { SettledTask } from '@dungji/contracts';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { inferRouterInputs } from '@trpc/server';
import { toDungjiError } from './dungji-error.ts';
import { currentEnvironment } from './environment.ts';
import { openStream } from './open-stream.ts';
import type { OpenStreamOptions, StreamEnvironment } from './stream-types.ts';
import { createTaskWaits, type WaitOptions } from './task-waits.ts';
import { type WatchEvent, type WatchOptions, watch } from './watch.ts';

export interface DungjiClientOptions {
  /** Where the product answers, e.g. `https://dungji.example`. */
  url: string;
  /** An API key of the person on whose behalf the calls are made. */
  apiKey?: string;
  /** Further headers of every request, e.g. a session's cookie. */
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
  /** Between two polls while there is no stream. Default 5 s. */
  pollIntervalMs?: number;
  environment?: StreamEnvironment;
}

interface CallOptions {
  signal?: AbortSignal;
}

type Inputs = inferRouterInputs<AppRouter>;
export type DungjiClient = ReturnType<typeof createDungjiClient>;

/**
 * Everything the product offers, for other TypeScript programs: Node 20 or later and browsers.
 *
 * Calls throw DungjiError. Calls that start work answer as soon as it is accepted; `waitFor` tells how it ended, `watch`
 * tells each change on the way. Both use the event stream, fall back to polling, and survive restarts of the server.
 *
 * @example
 * const dungji = createDungjiClient({url: 'https://dungji.example', apiKey: process.env.DUNGJI_API_KEY});
 * const accepted = await dungji.issuance.request({nestId, docType: 'REGISTRY'});
 * const task = await dungji.waitFor(accepted.taskId, {timeoutMs: 20 * 60_000});
 * if (task.status === 'SUCCESS') console.log(task.result);
 * else console.error(task.errorCode);
 */
export function createDungjiClient(options: DungjiClientOptions) {
  const url = options.url.replace(/\/$/, '');
  const environment = options.environment ?? currentEnvironment();
  const headers = {
    ...options.headers,
    ...(options.apiKey !== undefined && { 'x-api-key': options.apiKey }),
  };
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const trpc = createTRPCClient<AppRouter>({
    // Not batched: an accepting mutation travels alone, and its 202 speaks of it alone.
    links: [
      httpLink({
        url: `${url}/trpc`,
        headers,
        fetch: (address, init) => fetch(address, { ...init, signal: init?.signal ?? null }),
      }),
    ],
  });

  async function call<T>(answer: Promise<T>, { signal }: CallOptions = {}): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw toDungjiError(error, environment.now(), signal);
    }
  }

  const connection: Omit<OpenStreamOptions, 'onEvent' | 'poll'> = {
    url,
    headers,
    environment,
    fetch,
    ...(options.pollIntervalMs !== undefined && { pollIntervalMs: options.pollIntervalMs }),
  };
  const tasks = {
    get: (input: Inputs['tasks']['get'], o: CallOptions = {}) => call(trpc.tasks.get.query(input, o), o),
    list: (input: Inputs['tasks']['list'] = {}, o: CallOptions = {}) =>
      call(trpc.tasks.list.query(input, o), o),
    cancel: (input: Inputs['tasks']['cancel'], o: CallOptions = {}) =>
      call(trpc.tasks.cancel.mutate(input, o), o),
  };
  const waits = createTaskWaits({
    environment,
    getTask: async (taskId, signal) => (await tasks.get({ taskId }, { signal })).task,
    openStream: (callbacks) => openStream({ ...connection, ...callbacks }),
  });

  return {
    health: (o: CallOptions = {}) => call(trpc.health.query(undefined, o), o),
    me: {
      get: (o: CallOptions = {}) => call(trpc.me.get.query(undefined, o), o),
    },
    nests: {
      create: (input: Inputs['nests']['create'], o: CallOptions = {}) =>
        call(trpc.nests.create.mutate(input, o), o),
      list: (input: Inputs['nests']['list'] = {}, o: CallOptions = {}) =>
        call(trpc.nests.list.query(input, o), o),
      get: (input: Inputs['nests']['get'], o: CallOptions = {}) => call(trpc.nests.get.query(input, o), o),
      update: (input: Inputs['nests']['update'], o: CallOptions = {}) =>
        call(trpc.nests.update.mutate(input, o), o),
      remove: (input: Inputs['nests']['remove'], o: CallOptions = {}) =>
        call(trpc.nests.remove.mutate(input, o), o),
    },
    issuance: {
      /** Starts the issuing of a document; a running one is reused. */
      request: (input: Inputs['issuance']['request'], o: CallOptions = {}) =>
        call(trpc.issuance.request.mutate(input, o), o),
    },
    tasks,
    documents: {
      list: (input: Inputs['documents']['list'], o: CallOptions = {}) =>
        call(trpc.documents.list.query(input, o), o),
      /** A link that works for a few minutes: ask for a fresh one at each use. */
      download: (input: Inputs['documents']['download'], o: CallOptions = {}) =>
        call(trpc.documents.download.query(input, o), o),
    },

    /**
     * Each change that the caller may see, as it happens: first a snapshot of what is, then events, in order and each
     * once. Leaving the loop, or aborting the signal, ends it and frees the connection.
     *
     * @throws DungjiError UNAUTHENTICATED when the key or session is no longer good
     * @example
     * for await (const event of dungji.watch({signal})) {
     *   if (event.type === 'task.resolved') console.log(event.task?.id, event.task?.status);
     * }
     */
    watch: (watchOptions: WatchOptions = {}): AsyncGenerator<WatchEvent, void> =>
      watch(watchOptions, {
        openStream: (callbacks) => openStream({ ...connection, ...callbacks }),
        listTasks: (signal) => tasks.list({ limit: 100 }, { signal }),
      }),

    /**
     * Resolves when the task is settled, one way or the other: look at `status`.
     *
     * @throws TaskWaitTimeoutError after `timeoutMs`; the task goes on
     * @throws DungjiError NOT_FOUND, UNAUTHENTICATED and the like; not for mere trouble with the connection
     * @throws the signal's reason when it is aborted
     */
    waitFor: (taskId: string, waitOptions: WaitOptions = {}): Promise<SettledTask> =>
      waits.waitFor(taskId, waitOptions),
  };
}
