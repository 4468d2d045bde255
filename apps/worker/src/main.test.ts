import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openChromium } from './browser/chromium.ts';
import { openIrosPortal } from './kinds/issuance/iros-portal.ts';
import { issuanceRunner } from './kinds/issuance/run.ts';
import { sweep } from './maintenance/sweep.ts';
import { testEnv } from './testing/env.ts';
import { descendantsOf, isProcessAlive } from './testing/processes.ts';
import { ADDRESS, type Outside, openOutside, openWorld, silent, type World } from './testing/world.ts';

/** A cold start compiles everything; on a busy machine that takes a while. */
const START_TIMEOUT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;

let world: World;
let outside: Outside;
const started: ChildProcess[] = [];

beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
});
afterEach(() => {
  for (const worker of started.splice(0)) if (isAlive(worker)) worker.kill('SIGKILL');
});
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

function spawnWorker(change: Record<string, string> = {}): ChildProcess {
  const worker = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      WORKER_ID: 'worker-1',
      WORKER_QUEUES: 'issuance',
      DATABASE_URL: world.databaseUrl,
      REDIS_URL: testEnv.redisUrl,
      REDIS_PREFIX: world.prefix,
      S3_ENDPOINT: testEnv.s3Endpoint,
      S3_BUCKET: testEnv.s3Bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      REGISTRY_PORTAL_URL: outside.portalUrl,
      ...(testEnv.chromiumPath ? { CHROMIUM_PATH: testEnv.chromiumPath } : {}),
      ...change,
    },
  });
  started.push(worker);
  return worker;
}

async function startWorker(change?: Record<string, string>): Promise<ChildProcess> {
  const worker = spawnWorker(change);
  const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  expect(message).toEqual({ type: 'ready' });
  return worker;
}

const isAlive = (worker: ChildProcess) => worker.exitCode === null && worker.signalCode === null;

describe('the worker process', () => {
  it('stops at once, with one line that names it, on a bad environment value', async () => {
    const worker = spawnWorker({ SWEEP_INTERVAL_MS: 'soon' });
    let output = '';
    for (const stream of [worker.stdout, worker.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [exitCode] = await once(worker, 'exit');
    expect(exitCode).toBe(1);
    expect(output.trim()).toMatch(/^SWEEP_INTERVAL_MS: [^\n]+$/);
  }, 40_000);

  it('hands back what it runs and exits 0 within ten seconds of SIGTERM, leaving no browser behind', async () => {
    const worker = await startWorker();
    const task = await world.pendingIssuance('101동 101호 [hang]');
    await world.queues.dispatch('issuance', { taskId: task.id, attempt: 1 });
    await vi.waitFor(async () => expect((await world.find(task.id)).progress?.label).toBe('search'), 15_000);
    await vi.waitFor(() => expect(descendantsOf(worker.pid).length).toBeGreaterThan(2), 15_000);
    const browsers = descendantsOf(worker.pid);
    const askedAt = performance.now();
    worker.kill('SIGTERM');
    const [exitCode] = await once(worker, 'exit');
    expect(exitCode).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(STOP_LIMIT_MS);
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
      lastErrorCode: 'WORKER_LOST',
    });
    expect(await world.queues.hasJob('issuance', `${task.id}-2`)).toBe(true);
    await vi.waitFor(() => expect(browsers.filter(isProcessAlive)).toEqual([]), 5_000);
    await world.queues.bull('issuance').drain(true);
  }, 60_000);

  it('killed in the middle of a payment leaves no browser, and its task goes on without paying again', async () => {
    const worker = await startWorker();
    const detailAddress = '101동 102호 [pay-slow=60000]';
    const task = await world.pendingIssuance(detailAddress);
    await world.queues.dispatch('issuance', { taskId: task.id, attempt: 1 });
    await vi.waitFor(async () => expect((await outside.purchasesOf(detailAddress)).length).toBe(1), {
      timeout: 30_000,
    });
    const browsers = descendantsOf(worker.pid);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await vi.waitFor(() => expect(browsers.filter(isProcessAlive)).toEqual([]), 5_000);
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      workerId: 'worker-1',
      attempt: 1,
    });

    // Its last heartbeat would vouch for it until it expires.
    await world.queues.connection.del(`${world.prefix}:worker:worker-1`);
    const tools = { ...world, redisPrefix: world.prefix, askOutside: {}, log: silent };
    await sweep(tools);
    await world.db.query(`UPDATE task SET worker_missing_since = worker_missing_since - interval '1 minute'`);
    await sweep(tools);
    expect(await world.find(task.id)).toMatchObject({
      status: 'PROCESSING',
      workerId: null,
      lastErrorCode: 'WORKER_LOST',
    });

    const chromium = openChromium({
      executablePath: testEnv.chromiumPath,
      actionTimeoutMs: 20_000,
      navigationTimeoutMs: 20_000,
    });
    const portal = openIrosPortal({
      chromium,
      url: outside.portalUrl,
      user: 'dungji',
      password: 'dungji-portal',
      pageTimeoutMs: 20_000,
    });
    const issuance = issuanceRunner({ ...world, portal, onAccepted: world.dispatch });
    await world.openRunner({ issuance }).run({ taskId: task.id, attempt: 2 });
    await chromium.close();
    expect(await world.find(task.id)).toMatchObject({ status: 'SUCCESS', attempt: 2 });
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([
      { times: 1, address: `${ADDRESS} ${detailAddress}` },
    ]);
  }, 90_000);
});
