import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openChromium } from './browser/chromium.ts';
import { openIrosPortal } from './kinds/issuance/iros-portal.ts';
import { issuanceRunner } from './kinds/issuance/run.ts';
import { sweep } from './maintenance/sweep.ts';
import { testEnv } from './testing/env.ts';
import { descendantsOf, isProcessAlive } from './testing/processes.ts';
import { workerProcesses } from './testing/worker-process.ts';
import {
  ADDRESS,
  ledgerOf,
  type Outside,
  openOutside,
  openWorld,
  silent,
  type World,
} from './testing/world.ts';

const STOP_LIMIT_MS = 10_000;

let world: World;
let outside: Outside;
const workers = workerProcesses(
  () => world,
  () => outside,
);

beforeAll(async () => {
  [world, outside] = await Promise.all([openWorld(), openOutside()]);
});
afterEach(() => workers.killAll());
afterAll(async () => {
  await Promise.all([world?.close(), outside?.close()]);
});

describe('the worker process', () => {
  it('stops at once, with one line that names it, on a bad environment value', async () => {
    const worker = workers.spawn({ SWEEP_INTERVAL_MS: 'soon' });
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
    const worker = await workers.start();
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
    const worker = await workers.start();
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
    const issuance = issuanceRunner({
      ...world,
      portal,
      ledger: ledgerOf(outside),
      onAccepted: world.dispatch,
    });
    await world.openRunner({ issuance }).run({ taskId: task.id, attempt: 2 });
    await chromium.close();
    expect(await world.find(task.id)).toMatchObject({ status: 'SUCCESS', attempt: 2 });
    expect(await outside.purchasesOf(detailAddress)).toMatchObject([
      { times: 1, address: `${ADDRESS} ${detailAddress}` },
    ]);
  }, 90_000);
});
