import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { QueueName } from '@dungji/contracts';
import { type Db, openDb } from '@dungji/db';
import {
  type Consumer,
  consume,
  type LooksJob,
  openEventPublisher,
  openQueues,
  type Queues,
  type SweepJob,
  startHeartbeat,
} from '@dungji/redis';
import { openStorage, type Storage } from '@dungji/storage';
import type { Logger } from 'pino';
import { openChromium } from './browser/chromium.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { type Env, useTempFolder } from './env.ts';
import { createKeepEvidence } from './evidence.ts';
import { stepActions } from './kinds/approval/actions.ts';
import { kindRunners } from './kinds/catalogue.ts';
import type { LookTools } from './kinds/generation/look.ts';
import { openLooks } from './kinds/generation/open-looks.ts';
import { askProvider } from './kinds/generation/reconcile.ts';
import { lookAtDue, pollYoung } from './kinds/generation/settlers.ts';
import { openIrosPortal } from './kinds/issuance/iros-portal.ts';
import { openAddressSearch } from './kinds/issuance/ledger/address-search.ts';
import { openBuildingHub } from './kinds/issuance/ledger/building-hub.ts';
import { openLedgerSource } from './kinds/issuance/ledger/ledger-source.ts';
import { askPortal } from './kinds/issuance/reconcile.ts';
import { runSweeps } from './maintenance/schedule.ts';
import { sweep } from './maintenance/sweep.ts';
import { openOutside } from './outside/call.ts';
import { watchOwnership } from './ownership.ts';
import { createRunner } from './runner.ts';
import { type RunningTasks, trackRunningTasks } from './running-tasks.ts';
import { WorkerStopping } from './task-failure.ts';
import { openTempFolder } from './temp-folder.ts';

export interface WorkerApp {
  readonly db: Db;
  readonly running: RunningTasks;
  /** Ends the browser; what ran in it is tried again with another one. */
  loseBrowser(): void;
  /** Resolves when jobs are being taken. */
  ready(): Promise<void>;
  /** Takes no more jobs, lets running attempts finish for a moment, hands back the others, closes everything. Idempotent. */
  stop(): Promise<void>;
}

const VERSION = '0.1.0';
/** Of the ten seconds of a stop: this long an attempt may finish by itself, … */
const FINISH_MS = 4_000;
/** … this long it may take to hand it back, and the rest is for closing connections. */
const HAND_BACK_MS = 3_500;

/** A person who opens a page has a few generations going; whatever is left, the sweep asks about. */
const OWN_LOOKS_BUDGET_MS = 5_000;
/** Beyond a question, a minute's fetching and a minute's storing. */
const OWN_LOOKS_TIMEOUT_MS = 150_000;

/** New at every start: a restarted worker does not vouch for the tasks of the one before it. */
export const newBootId = (): string => randomUUID();

/** Starts a worker with the roles of WORKER_QUEUES. Throws when Postgres does not answer; Redis may come later. */
export async function startWorker(env: Env, bootId: string, log: Logger): Promise<WorkerApp> {
  const onRedisError = (err: Error) => log.debug({ err }, 'redis');
  const redis = { url: env.REDIS_URL, prefix: env.REDIS_PREFIX, onError: onRedisError };
  const publisher = openEventPublisher(redis);
  const db = await openDb({
    url: env.DATABASE_URL,
    applicationName: `dungji-worker ${env.WORKER_ID}`,
    onEvents: (events) => publisher.publish(events),
    onPoolError: (err) => log.warn({ err }, 'a database connection broke'),
  }).catch((error: unknown) => {
    publisher.close();
    throw error;
  });
  const queues = openQueues({ ...redis, dispatchTimeoutMs: env.DISPATCH_TIMEOUT_MS });
  const storage = openStorage({
    endpoint: env.S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
  const temp = await openTempFolder();
  useTempFolder(temp.path);
  const chromium = openChromium({
    executablePath: env.CHROMIUM_PATH,
    actionTimeoutMs: env.REGISTRY_PORTAL_PAGE_TIMEOUT_MS,
    navigationTimeoutMs: env.REGISTRY_PORTAL_PAGE_TIMEOUT_MS,
  });
  const outside = openOutside();
  const dispatch = createDispatch(db, queues, log);
  const running = trackRunningTasks();
  const looks = openLooks(env, { db, storage, log });
  const consumers = openConsumers({
    env,
    bootId,
    log,
    db,
    queues,
    storage,
    dispatch,
    running,
    chromium,
    outside,
    looks,
  });
  const polling = looks && env.WORKER_QUEUES.includes('generation') ? pollYoung(looks) : null;
  const heartbeat = startHeartbeat({
    ...redis,
    workerId: env.WORKER_ID,
    bootId,
    queues: env.WORKER_QUEUES,
    version: VERSION,
    intervalMs: env.HEARTBEAT_INTERVAL_MS,
    ttlMs: env.HEARTBEAT_TTL_MS,
    current: () => ({
      taskIds: running.all().map((task) => task.fence.taskId),
      consuming: consumers.length > 0 && consumers.every((consumer) => consumer.isConsuming()),
    }),
  });
  const ownership = watchOwnership(db, running, log);

  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    const closing = consumers.map((consumer) => consumer.close());
    await within(FINISH_MS, running.whenIdle());
    for (const task of running.all()) task.abort.abort(new WorkerStopping());
    await within(HAND_BACK_MS, Promise.all([running.whenIdle(), polling?.stop(), ...closing]));
    ownership.stop();
    await Promise.allSettled([
      heartbeat.close(),
      chromium.close(),
      outside.close(),
      queues.close(),
      db.close(),
    ]);
    await temp.remove();
    publisher.close();
    storage.close();
  };
  return {
    db,
    running,
    loseBrowser: () => chromium.lose(),
    ready: async () => {
      await Promise.all(consumers.map((consumer) => consumer.ready()));
      await heartbeat.beat();
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

interface Tools {
  readonly env: Env;
  readonly bootId: string;
  readonly log: Logger;
  readonly db: Db;
  readonly queues: Queues;
  readonly storage: Storage;
  readonly dispatch: Dispatch;
  readonly running: RunningTasks;
  readonly chromium: ReturnType<typeof openChromium>;
  readonly outside: ReturnType<typeof openOutside>;
  readonly looks: LookTools | null;
}

function openConsumers({
  env,
  bootId,
  log,
  db,
  queues,
  storage,
  dispatch,
  running,
  chromium,
  outside,
  looks,
}: Tools): Consumer[] {
  const portal = openIrosPortal({
    chromium,
    url: env.REGISTRY_PORTAL_URL,
    user: env.REGISTRY_PORTAL_USER,
    password: env.REGISTRY_PORTAL_PASSWORD,
    pageTimeoutMs: env.REGISTRY_PORTAL_PAGE_TIMEOUT_MS,
  });
  const actions = stepActions({
    db,
    limits: env,
    dispatch,
    call: outside.call,
    sandboxUrl: env.SANDBOX_URL,
    signingSecret: env.STEP_SIGNING_SECRET,
    targets: { allowlist: env.STEP_TARGET_ALLOWLIST, isProduction: env.NODE_ENV === 'production' },
  });
  const ledger = openLedgerSource({
    search: openAddressSearch({ url: env.ADDRESS_API_URL, key: env.ADDRESS_API_KEY }),
    hub: openBuildingHub({
      url: env.LEDGER_API_URL,
      key: env.LEDGER_API_KEY,
      tellDetail: env.NODE_ENV !== 'production',
    }),
  });
  const kinds = kindRunners({
    db,
    storage,
    limits: env,
    portal,
    ledger,
    actions,
    onAccepted: dispatch,
    provider: looks?.provider ?? null,
  });
  const run = createRunner({
    db,
    workerId: env.WORKER_ID,
    bootId,
    limits: env,
    running,
    dispatch,
    keepEvidence: createKeepEvidence(db, storage),
    log,
    kinds,
  });
  const at = { url: env.REDIS_URL, prefix: env.REDIS_PREFIX };
  const askOutside = {
    issuance: askPortal(portal),
    ...(looks && { generation: askProvider(looks.provider) }),
  };
  return env.WORKER_QUEUES.map((queue) => {
    if (queue === 'maintenance') {
      const sweepOnce = ({ runId }: SweepJob) =>
        sweep(
          {
            db,
            queues,
            storage,
            dispatch,
            limits: env,
            redisPrefix: env.REDIS_PREFIX,
            askOutside,
            looks,
            log,
          },
          runId,
        );
      const look = async ({ userId }: LooksJob) =>
        looks &&
        lookAtDue(
          looks,
          { userId },
          { budgetMs: OWN_LOOKS_BUDGET_MS, signal: AbortSignal.timeout(OWN_LOOKS_TIMEOUT_MS) },
        );
      return runSweeps({ ...at, queues, everyMs: env.SWEEP_INTERVAL_MS, sweep: sweepOnce, look, log });
    }
    const onError = (err: Error) => log.warn({ err, queue }, 'the queue is out of reach');
    return consume({ ...at, queue, concurrency: concurrencyOf(queue, env.WORKER_CONCURRENCY), onError, run });
  });
}

/** Issuing waits for a portal; reading keeps a processor busy, so more of it than processors only makes each slower. */
const concurrencyOf = (queue: QueueName, concurrency: number): number =>
  queue === 'ocr' ? Math.min(concurrency, availableParallelism()) : concurrency;

/** Waits for `promise`, but not longer than `timeoutMs`. */
async function within(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([promise.catch(() => {}), limit]);
  clearTimeout(timer);
}
