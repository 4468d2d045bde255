import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { DEFAULT_LIMITS, type DocType, type Limits, type TaskView } from '@dungji/contracts';
import { type Db, type Fence, findTask, taskSteps } from '@dungji/db';
import { createTestDatabase, nestIn, taskIn } from '@dungji/db/testing';
import { openQueues } from '@dungji/redis';
import { createSandbox } from '@dungji/sandbox';
import { openStorage, type Storage } from '@dungji/storage';
import { type Logger, pino } from 'pino';
import { createDispatch } from '../dispatch.ts';
import { createKeepEvidence } from '../evidence.ts';
import { openAddressSearch } from '../kinds/issuance/ledger/address-search.ts';
import { openBuildingHub } from '../kinds/issuance/ledger/building-hub.ts';
import { type LedgerSource, openLedgerSource } from '../kinds/issuance/ledger/ledger-source.ts';
import type { KindRunner } from '../kinds/kind-runner.ts';
import { createRunner } from '../runner.ts';
import { trackRunningTasks } from '../running-tasks.ts';
import { testEnv } from './env.ts';

export const ADDRESS = '서울특별시 둥지구 둥지로12길 34';
export const silent = pino({ level: 'silent' });

/** Postgres and Redis keys of a test file's own, and everything a runner needs. */
export async function openWorld(overrides: Partial<Limits> = {}, redisUrl: string = testEnv.redisUrl) {
  const database = await createTestDatabase();
  const { db } = database;
  const limits: Limits = { ...DEFAULT_LIMITS, RETRY_BACKOFF_MS: 1, ...overrides };
  const prefix = `test-${randomUUID()}`;
  const openQueuesOf = (prefix: string) =>
    openQueues({ url: redisUrl, prefix, dispatchTimeoutMs: limits.DISPATCH_TIMEOUT_MS });
  const queues = openQueuesOf(prefix);
  await queues.ready(5_000);
  const storage = openTestStorage(testEnv.s3Endpoint);
  await storage.ensureBucket();
  const dispatch = createDispatch(db, queues, silent);

  const openRunner = (
    kinds: Partial<Record<string, KindRunner>>,
    bootId = `boot-${randomUUID()}`,
    log: Logger = silent,
  ) => {
    const running = trackRunningTasks();
    const keepEvidence = createKeepEvidence(db, storage);
    const run = createRunner({
      db,
      workerId: 'worker-1',
      bootId,
      limits,
      running,
      dispatch,
      keepEvidence,
      log,
      kinds,
    });
    return { run, running, bootId };
  };

  return {
    db,
    databaseUrl: database.url,
    redisUrl,
    limits,
    prefix,
    queues,
    storage,
    dispatch,
    openQueues: openQueuesOf,
    openRunner,
    pendingTask: async (columns: Parameters<typeof taskIn>[2] = {}) =>
      (await taskIn(db, 'PENDING', columns)).task,
    pendingIssuance: (detailAddress: string, roadAddress = ADDRESS, docType: DocType = 'REGISTRY') =>
      pendingIssuance(db, { roadAddress, detailAddress, docType }),
    find: (taskId: TaskView['id']) => findOrThrow(db, taskId),
    steps: (taskId: TaskView['id']) => taskSteps(db, taskId),
    async close() {
      await queues.bull('issuance').obliterate({ force: true });
      await queues.bull('ocr').obliterate({ force: true });
      await queues.bull('approval').obliterate({ force: true });
      await queues.bull('generation').obliterate({ force: true });
      await queues.close();
      storage.close();
      await database.drop();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

export function openTestStorage(endpoint: string): Storage {
  return openStorage({
    endpoint,
    region: 'us-east-1',
    bucket: testEnv.s3Bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    callTimeoutMs: 2_000,
  });
}

async function pendingIssuance(
  db: Db,
  asked: { roadAddress: string; detailAddress: string; docType: DocType },
): Promise<TaskView> {
  const { nestId, userId } = await nestIn(db);
  const columns = { user_id: userId, nest_id: nestId, doc_type: asked.docType };
  const { task } = await taskIn(db, 'PENDING', { ...columns, input: JSON.stringify({ nestId, ...asked }) });
  return task;
}

async function findOrThrow(db: Db, taskId: TaskView['id']): Promise<TaskView> {
  const task = await findTask(db, { taskId, userId: null });
  if (task === null) throw new Error(`no task ${taskId}`);
  return task;
}

/** A kind whose work is what the test says. */
export const kindThat = (run: KindRunner['run'], stepNames: readonly string[] = []): KindRunner => ({
  stepNames,
  run,
});

export interface Purchase {
  readonly orderNo: string;
  readonly address: string;
  readonly times: number;
  readonly state: string;
}

export interface Application {
  readonly key: string;
  readonly idempotencyKey: string;
  readonly times: number;
}

export interface Submit {
  readonly idempotencyKey: string;
  readonly taskId: string;
  readonly times: number;
  readonly queries: number;
}

/** The outside world, served over HTTP in this process. */
export async function openOutside() {
  const server: Server = createSandbox().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const control = async (path: string, body?: object) => {
    const response = await fetch(`${url}/__sandbox/${path}`, {
      ...(body
        ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        : {}),
    });
    return (await response.json()) as {
      readonly purchases: Purchase[];
      readonly applications: Application[];
      readonly ledgerCalls: Readonly<Record<string, number>>;
      readonly submits: Submit[];
    };
  };
  return {
    url,
    portalUrl: `${url}/portal`,
    ledgerUrl: `${url}/ledger`,
    generationUrl: `${url}/generation`,
    setFault: (mode: 'down' | 'slow' | 'ok', ms?: number, target = 'portal') =>
      control('fault', { target, mode, ms }),
    /** What the steps of this card have done, in the order in which it happened. */
    applicationsOf: async (approvalId: string) =>
      (await control('state')).applications.filter(({ idempotencyKey }) =>
        idempotencyKey.startsWith(`${approvalId}:`),
      ),
    ledgerCalls: async () => (await control('state')).ledgerCalls,
    submitsOf: async (taskId: string) =>
      (await control('state')).submits.filter((submit) => submit.idempotencyKey === taskId),
    purchasesOf: async (detailAddress: string) =>
      (await control('state')).purchases.filter((purchase) => purchase.address.includes(detailAddress)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type Outside = Awaited<ReturnType<typeof openOutside>>;

/** Ledgers from the sandbox. */
export const ledgerOf = (outside: Pick<Outside, 'ledgerUrl'>, key = 'sandbox-ledger-key'): LedgerSource =>
  openLedgerSource({
    search: openAddressSearch({ url: `${outside.ledgerUrl}/addrlink/addrLinkApi.do`, key }),
    hub: openBuildingHub({ url: outside.ledgerUrl, key, tellDetail: true }),
  });

/** Fences a task the way a claim by this boot would have. */
export const fenceOf = (task: Pick<TaskView, 'id'>, attempt: number, bootId: string): Fence => ({
  taskId: task.id,
  attempt,
  bootId,
});
