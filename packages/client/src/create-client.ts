import type { AppRouter } from '@dungji/api';
import type { Accepted, TaskKind } from '@dungji/contracts';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { CallOptions } from './calls.ts';
import type { DungjiClient } from './dungji-client.ts';
import { DungjiError, toDungjiError } from './dungji-error.ts';
import { currentEnvironment } from './environment.ts';
import { openStream } from './open-stream.ts';
import { PACE } from './pace.ts';
import type { AcceptedTask, SettledTask, TaskIdOf } from './settled-task.ts';
import type { OpenStreamOptions, StreamEnvironment } from './stream-types.ts';
import { uploadFile } from './upload-file.ts';
import { createViewWaits, type WaitOptions } from './view-waits.ts';
import { forwardAbort } from './waiting.ts';
import { watch } from './watch.ts';

export interface DungjiClientOptions {
  /** Where the product answers, e.g. `https://dungji.example`. */
  url: string;
  /** An API key of the person on whose behalf the calls are made. */
  apiKey?: string | undefined;
  /** Further headers of every request, e.g. a session's cookie. */
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
  /** Between two polls while there is no stream. Default 5 s. */
  pollIntervalMs?: number;
  /** A call without an answer for so long throws UNREACHABLE; what became of it is then unknown. Default 15 s. */
  callTimeoutMs?: number;
  environment?: StreamEnvironment;
}

/** Options of a call as tRPC takes them. */
interface Sent {
  signal: AbortSignal;
}

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
export function createDungjiClient(options: DungjiClientOptions): DungjiClient {
  const url = options.url.replace(/\/$/, '');
  const callTimeoutMs = options.callTimeoutMs ?? PACE.callTimeout;
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

  async function call<Out>(run: (o: Sent) => Promise<Out>, { signal }: CallOptions = {}): Promise<Out> {
    const given = new AbortController();
    const stopForwarding = forwardAbort(signal, given);
    const cancelTimeout = environment.setTimer(
      () => given.abort(new DungjiError('UNREACHABLE', { message: `no answer within ${callTimeoutMs} ms` })),
      callTimeoutMs,
    );
    try {
      return await run({ signal: given.signal });
    } catch (error) {
      throw toDungjiError(error, environment.now(), given.signal);
    } finally {
      cancelTimeout();
      stopForwarding();
    }
  }
  const query =
    <In, Out>(procedure: { query(input: In, o: Sent): Promise<Out> }) =>
    (input: In, o?: CallOptions): Promise<Out> =>
      call((sent) => procedure.query(input, sent), o);
  const mutation =
    <In, Out>(procedure: { mutate(input: In, o: Sent): Promise<Out> }) =>
    (input: In, o?: CallOptions): Promise<Out> =>
      call((sent) => procedure.mutate(input, sent), o);

  const connection: Omit<OpenStreamOptions, 'onEvent' | 'poll'> = {
    url,
    headers,
    environment,
    fetch,
    ...(options.pollIntervalMs !== undefined && { pollIntervalMs: options.pollIntervalMs }),
  };
  const tasks: DungjiClient['tasks'] = {
    get: query(trpc.tasks.get),
    list: (input = {}, o) => query(trpc.tasks.list)(input, o),
    cancel: mutation(trpc.tasks.cancel),
  };
  const uploads: Pick<DungjiClient['documents'], 'createUpload' | 'completeUpload'> = {
    createUpload: mutation(trpc.documents.createUpload),
    async completeUpload(input, o) {
      return acceptedAs<'ocr'>(await mutation(trpc.documents.completeUpload)(input, o));
    },
  };
  const getApproval = query(trpc.approvals.get);
  const waits = createViewWaits({
    environment,
    getApproval: async (approvalId, signal) => {
      const { serverNow: _, steps, ...card } = await getApproval({ approvalId }, { signal });
      // The same shape however it came: events do not carry inputs.
      return { ...card, steps: steps.map(({ input: __, ...step }) => step) };
    },
    getTask: async (taskId, signal) => (await tasks.get({ taskId }, { signal })).task,
    openStream: (callbacks) => openStream({ ...connection, ...callbacks }),
  });

  return {
    health: (o) => query(trpc.health)(undefined, o),
    me: {
      get: (o) => query(trpc.me.get)(undefined, o),
    },
    nests: {
      create: mutation(trpc.nests.create),
      list: (input = {}, o) => query(trpc.nests.list)(input, o),
      get: query(trpc.nests.get),
      update: mutation(trpc.nests.update),
      remove: mutation(trpc.nests.remove),
    },
    issuance: {
      async request(input, o) {
        return acceptedAs<'issuance'>(await mutation(trpc.issuance.request)(input, o));
      },
      outlook: query(trpc.issuance.outlook),
    },
    tasks,
    documents: {
      ...uploads,
      list: (input = {}, o) => query(trpc.documents.list)(input, o),
      upload: (input, o) => uploadFile(input, { ...uploads, fetch }, o),
      download: query(trpc.documents.download),
    },
    ocr: {
      async request(input, o) {
        return acceptedAs<'ocr'>(await mutation(trpc.ocr.request)(input, o));
      },
    },
    approvals: {
      open: mutation(trpc.approvals.open),
      list: (input = {}, o) => query(trpc.approvals.list)(input, o),
      get: getApproval,
      waitFor: (approvalId, waitOptions = {}) => waits.forApproval(approvalId, waitOptions),
      async approve(input, o) {
        const accepted = await mutation(trpc.approvals.approve)(input, o);
        return { ...accepted, taskId: accepted.taskId as string as TaskIdOf<'approval'> };
      },
      reject: mutation(trpc.approvals.reject),
    },
    analysis: { get: query(trpc.analysis.get) },
    insurance: { check: query(trpc.insurance.check) },
    generations: {
      async request(input, o) {
        const { creditsCharged, balance, ...accepted } = await mutation(trpc.generations.request)(input, o);
        return { ...acceptedAs<'generation'>(accepted), creditsCharged, balance };
      },
      list: (input = {}, o) => query(trpc.generations.list)(input, o),
    },
    credits: {
      balance: (o) => query(trpc.credits.balance)(undefined, o),
      ledger: (input = {}, o) => query(trpc.credits.ledger)(input, o),
      grant: mutation(trpc.credits.grant),
    },
    apiKeys: {
      create: mutation(trpc.apiKeys.create),
      list: (o) => query(trpc.apiKeys.list)(undefined, o),
      revoke: mutation(trpc.apiKeys.revoke),
    },
    ops: {
      workers: (o) => query(trpc.ops.workers)(undefined, o),
      queues: (o) => query(trpc.ops.queues)(undefined, o),
      overview: (o) => query(trpc.ops.overview)(undefined, o),
      tasks: (input = {}, o) => query(trpc.ops.tasks)(input, o),
      timeline: query(trpc.ops.timeline),
      resolveOutcome: mutation(trpc.ops.resolveOutcome),
      screenshot: mutation(trpc.ops.screenshot),
      sweep: (o) => mutation(trpc.ops.sweep)(undefined, o),
      sweeps: (input = {}, o) => query(trpc.ops.sweeps)(input, o),
      audit: (input = {}, o) => query(trpc.ops.audit)(input, o),
    },
    watch: (watchOptions = {}) =>
      watch(watchOptions, {
        openStream: (callbacks) => openStream({ ...connection, ...callbacks }),
        listTasks: (signal) => tasks.list({ limit: 100 }, { signal }),
      }),
    // Which result belongs to which kind is the server's promise; the view itself does not spell it.
    waitFor: <Kind extends TaskKind>(taskId: string, waitOptions: WaitOptions = {}) =>
      waits.forTask(taskId, waitOptions) as Promise<SettledTask<Kind>>,
  };
}

/** Lets an answer remember the kind of its task. */
const acceptedAs = <Kind extends TaskKind>(accepted: Accepted): AcceptedTask<Kind> => ({
  ...accepted,
  taskId: accepted.taskId as string as TaskIdOf<Kind>,
});
